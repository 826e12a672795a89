-- description: OPTIMIZE, ZORDER and REORG between changes, with checkpoints of the log every third version
-- keys: id
-- start: 0

CREATE TABLE ${table} (id INT, nombre STRING, valor INT) USING delta
TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true', 'delta.enableDeletionVectors' = 'true',
  'delta.checkpointInterval' = '3');

INSERT INTO ${table} VALUES (1, 'a', 1), (2, 'b', 2), (3, 'c', 3);

INSERT INTO ${table} VALUES (4, 'd', 4), (5, 'e', 5);

OPTIMIZE ${table};

DELETE FROM ${table} WHERE id = 2;

UPDATE ${table} SET valor = 10 WHERE id IN (1, 5);

OPTIMIZE ${table} ZORDER BY (valor);

INSERT INTO ${table} SELECT /*+ COALESCE(1) */ * FROM VALUES (2, 'b', 2), (6, 'f', 6);

DELETE FROM ${table} WHERE id = 6;

REORG TABLE ${table} APPLY (PURGE);

UPDATE ${table} SET nombre = upper(nombre) WHERE id < 3;

ALTER TABLE ${table} SET TBLPROPERTIES ('equipo' = 'datos');

DELETE FROM ${table} WHERE id = 3;
