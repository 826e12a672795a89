-- description: row tracking and deletion vectors without the feed; the expected feed is that of a twin
-- keys: id
-- start: 0

CREATE TABLE ${table} USING delta TBLPROPERTIES ('delta.enableChangeDataFeed' = '${feed}',
  'delta.enableRowTracking' = 'true', 'delta.enableDeletionVectors' = 'true')
AS SELECT /*+ COALESCE(1) */ CAST(id AS INT) AS id, concat('fila ', id) AS nombre, CAST(id AS INT) AS valor
FROM range(1, 11);

INSERT INTO ${table} VALUES (11, 'once', 11), (12, 'doce', 12);

DELETE FROM ${table} WHERE id IN (2, 3);

UPDATE ${table} SET valor = valor + 100 WHERE id IN (4, 11);

OPTIMIZE ${table};

MERGE INTO ${table} AS t
USING (SELECT * FROM VALUES (4, 'cuatro', 4), (5, 'cinco', -1), (20, 'veinte', 20) AS s(id, nombre, valor)) AS s
ON t.id = s.id
WHEN MATCHED AND s.valor < 0 THEN DELETE
WHEN MATCHED THEN UPDATE SET *
WHEN NOT MATCHED THEN INSERT *;

UPDATE ${table} SET id = 13 - id WHERE id IN (6, 7);

DELETE FROM ${table} WHERE id > 10;

INSERT OVERWRITE ${table} VALUES (1, 'fila 1', 1), (2, 'dos', 2);
