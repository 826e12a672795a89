-- description: INSERT, UPDATE, DELETE and MERGE without deletion vectors; equal values written again
-- keys: id
-- start: 0

CREATE TABLE ${table} (id INT, nombre STRING, precio DECIMAL(10, 2), stock INT) USING delta
TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true', 'delta.enableDeletionVectors' = 'false');

INSERT INTO ${table} VALUES
  (1, 'uno', 1.10, 10), (2, 'dos', 2.20, 20), (3, 'tres', 3.30, 30), (4, 'cuatro', 4.40, NULL);

INSERT INTO ${table} VALUES (5, 'cinco', 5.50, 50), (6, NULL, 6.60, 60);

UPDATE ${table} SET precio = precio + 1 WHERE id <= 2;

-- Nothing changes for 3; 4 gets a value and 6 loses one.
UPDATE ${table} SET stock = IF(id = 4, 40, IF(id = 6, NULL, stock)) WHERE id IN (3, 4, 6);

DELETE FROM ${table} WHERE id = 5;

MERGE INTO ${table} AS t
USING (SELECT * FROM VALUES
  (1, 'uno', 2.10, 10), (2, 'dos', 2.00, 22), (3, 'tres', 3.30, -1), (7, 'siete', 7.70, 70)
  AS s(id, nombre, precio, stock)) AS s
ON t.id = s.id
WHEN MATCHED AND s.stock < 0 THEN DELETE
WHEN MATCHED THEN UPDATE SET *
WHEN NOT MATCHED THEN INSERT *;

-- Empty for NULL and NULL for empty are changes.
UPDATE ${table} SET nombre = '' WHERE id = 6;

UPDATE ${table} SET nombre = NULL WHERE id = 6;
