-- description: the deletion vectors of several files in one file, grown over several commits, purged in part
-- keys: id
-- start: 0

CREATE TABLE ${table} (id INT, grupo INT) USING delta PARTITIONED BY (grupo)
TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true', 'delta.enableDeletionVectors' = 'true');

INSERT INTO ${table} SELECT /*+ COALESCE(1) */ CAST(id AS INT), CAST(id % 4 AS INT) FROM range(0, 40);

DELETE FROM ${table} WHERE id < 8;

DELETE FROM ${table} WHERE id IN (8, 9, 39);

UPDATE ${table} SET grupo = 3 WHERE id BETWEEN 10 AND 13;

REORG TABLE ${table} WHERE grupo = 1 APPLY (PURGE);

DELETE FROM ${table} WHERE id % 2 = 1;
