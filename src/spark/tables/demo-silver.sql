-- description: the worked example: four products, then six changes, a day apart
-- keys: producto_id
-- start: 0
-- zip: src/main/resources/io/deltascd/job/demo-silver.zip

CREATE TABLE ${table} USING delta
TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true', 'delta.enableInCommitTimestamps' = 'true')
AS SELECT producto_id, nombre, CAST(precio AS DECIMAL(10, 2)) AS precio, stock
FROM VALUES
  (1, 'Laptop', 899.99, 50),
  (2, 'Mouse', 25.50, 200),
  (3, 'Teclado', 45.00, 150),
  (4, 'Monitor', 299.99, 75)
AS productos(producto_id, nombre, precio, stock);

UPDATE ${table} SET precio = 849.99, stock = 45 WHERE producto_id = 1;

INSERT INTO ${table} VALUES (5, 'Webcam HD', 59.99, 180);

DELETE FROM ${table} WHERE producto_id = 4;

UPDATE ${table} SET precio = 799.99, stock = 30 WHERE producto_id = 1;

UPDATE ${table} SET precio = 749.99, stock = 20 WHERE producto_id = 1;

UPDATE ${table} SET stock = 180 WHERE producto_id = 3;
