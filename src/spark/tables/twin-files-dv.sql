-- description: statements of all kinds with deletion vectors, with neither feed nor row tracking; the expected feed is that of a twin
-- keys: id
-- start: 0

CREATE TABLE ${table} USING delta PARTITIONED BY (grupo)
TBLPROPERTIES ('delta.enableChangeDataFeed' = '${feed}', 'delta.enableDeletionVectors' = 'true')
AS SELECT /*+ COALESCE(1) */ CAST(id AS INT) AS id, IF(id % 2 = 0, 'par', 'impar') AS grupo,
  IF(id = 5, CAST(NULL AS STRING), concat('fila ', id)) AS nombre,
  CASE WHEN id = 7 THEN CAST('NaN' AS DOUBLE) WHEN id = 8 THEN CAST('-0.0' AS DOUBLE) ELSE id / 2D END AS valor
FROM range(1, 21);

INSERT INTO ${table} SELECT /*+ COALESCE(1) */ * FROM VALUES (21, 'impar', 'veintiuno', 21D), (22, 'par', 'veintidos', NULL);

DELETE FROM ${table} WHERE id IN (2, 3);

UPDATE ${table} SET valor = valor + 100 WHERE id IN (4, 7, 21);

-- Nothing changes in these rows, but a feed shows them.
UPDATE ${table} SET nombre = nombre WHERE id IN (5, 6);

OPTIMIZE ${table};

MERGE INTO ${table} AS t
USING (SELECT * FROM VALUES (4, 'par', 'cuatro', 4D), (5, 'impar', 'cinco', -1D), (30, 'par', 'treinta', 30D)
  AS s(id, grupo, nombre, valor)) AS s
ON t.id = s.id
WHEN MATCHED AND s.valor < 0 THEN DELETE
WHEN MATCHED THEN UPDATE SET *
WHEN NOT MATCHED THEN INSERT *
WHEN NOT MATCHED BY SOURCE AND t.id = 22 THEN UPDATE SET nombre = 'solo';

-- Keys change places, and a row moves to the other partition.
UPDATE ${table} SET id = 19 - id WHERE id IN (9, 10);

UPDATE ${table} SET grupo = 'par' WHERE id = 11;

-- An idle MERGE, which may write files anew all the same.
MERGE INTO ${table} AS t USING (SELECT 12 AS id) AS s ON t.id = s.id
WHEN MATCHED AND t.nombre = 'otra' THEN DELETE;

DELETE FROM ${table} WHERE grupo = 'impar';

RESTORE TABLE ${table} TO VERSION AS OF 6;

UPDATE ${table} SET valor = 0 WHERE id = 12;

RESTORE TABLE ${table} TO VERSION AS OF 11;

INSERT OVERWRITE ${table} SELECT /*+ COALESCE(1) */ id, grupo, nombre, IF(id = 13, 1300D, valor) FROM ${table} WHERE id > 10;

DELETE FROM ${table} WHERE id = 14;
