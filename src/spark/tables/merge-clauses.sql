-- description: MERGE with every clause, without deletion vectors; one that matches nothing, one that changes no value
-- keys: id
-- start: 0

CREATE TABLE ${table} (id INT, nombre STRING, valor INT) USING delta
TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true', 'delta.enableDeletionVectors' = 'false');

INSERT INTO ${table} VALUES (1, 'a', 1), (2, 'b', 2), (3, 'c', 3), (4, 'd', NULL), (5, 'e', 5), (6, 'f', 6);

MERGE INTO ${table} AS t
USING (SELECT * FROM VALUES (1, 'a', 10), (2, 'b', -1), (3, NULL, 3), (7, 'g', 7), (8, 'h', -8) AS s(id, nombre, valor)) AS s
ON t.id = s.id
WHEN MATCHED AND s.valor < 0 THEN DELETE
WHEN MATCHED AND s.nombre IS NULL THEN UPDATE SET nombre = s.nombre
WHEN MATCHED THEN UPDATE SET *
WHEN NOT MATCHED AND s.valor > 0 THEN INSERT *
WHEN NOT MATCHED THEN INSERT (id, nombre) VALUES (s.id, s.nombre)
WHEN NOT MATCHED BY SOURCE AND t.valor IS NULL THEN UPDATE SET valor = 0
WHEN NOT MATCHED BY SOURCE AND t.id = 6 THEN DELETE;

-- Inserts alone.
MERGE INTO ${table} AS t USING (SELECT 6 AS id, 'ff' AS nombre, 66 AS valor) AS s ON t.id = s.id
WHEN NOT MATCHED THEN INSERT *;

-- Nothing matches.
MERGE INTO ${table} AS t USING (SELECT 100 AS id) AS s ON t.id = s.id
WHEN MATCHED THEN DELETE;

-- A row is updated to itself.
MERGE INTO ${table} AS t USING (SELECT 1 AS id) AS s ON t.id = s.id
WHEN MATCHED THEN UPDATE SET valor = t.valor;

-- All that the source lacks goes.
MERGE INTO ${table} AS t USING (SELECT * FROM VALUES (1), (8) AS s(id)) AS s ON t.id = s.id
WHEN NOT MATCHED BY SOURCE THEN DELETE;
