-- description: DELETE, UPDATE and MERGE with deletion vectors, files emptied by them, RESTORE both ways
-- keys: id
-- start: 0

CREATE TABLE ${table} USING delta
TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true', 'delta.enableDeletionVectors' = 'true')
AS SELECT /*+ COALESCE(1) */ CAST(id AS INT) AS id, concat('fila ', id) AS nombre, CAST(id * 10 AS INT) AS valor
FROM range(1, 21);

INSERT INTO ${table} SELECT /*+ COALESCE(1) */ * FROM VALUES (101, 'ciento uno', 1), (102, 'ciento dos', 2);

DELETE FROM ${table} WHERE id IN (3, 4);

DELETE FROM ${table} WHERE id IN (5, 101);

-- The file of 101 and 102 is empty now: only its removal is in the log.
DELETE FROM ${table} WHERE id = 102;

UPDATE ${table} SET valor = valor + 1 WHERE id IN (6, 7);

MERGE INTO ${table} AS t
USING (SELECT * FROM VALUES (6, 'seis', 0), (8, 'ocho', -1), (9, 'nueve', 9), (30, 'treinta', 30)
  AS s(id, nombre, valor)) AS s
ON t.id = s.id
WHEN MATCHED AND s.valor < 0 THEN DELETE
WHEN MATCHED THEN UPDATE SET *
WHEN NOT MATCHED THEN INSERT *;

-- Brings back 5, 6, 7, 8, 9, 101 and 102 and takes 30 away: rows unmarked in files that stay.
RESTORE TABLE ${table} TO VERSION AS OF 2;

DELETE FROM ${table} WHERE id = 10;

RESTORE TABLE ${table} TO VERSION AS OF 3;

REORG TABLE ${table} APPLY (PURGE);

UPDATE ${table} SET valor = 0 WHERE id > 18;
