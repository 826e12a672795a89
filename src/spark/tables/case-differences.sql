-- description: column names in other cases in statements than in the table, and partition values that differ by case
-- keys: Id
-- start: 0

CREATE TABLE ${table} (Id INT, NOMBRE STRING, Zona STRING) USING delta PARTITIONED BY (zona)
TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true');

INSERT INTO ${table} (ID, nombre, ZONA) VALUES (1, 'a', 'N'), (2, 'A', 'n'), (3, 'b', 'N');

UPDATE ${table} SET Nombre = 'B' WHERE iD = 3;

MERGE INTO ${table} AS t USING (SELECT 1 AS ID, 'aa' AS nombre, 'n' AS zona) AS s ON t.id = s.id
WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED THEN INSERT *;

DELETE FROM ${table} WHERE zOnA = 'n';
