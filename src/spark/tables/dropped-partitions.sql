-- description: whole partitions deleted, of files with and without deletion vectors, by equality, by ranges and for null
-- keys: id
-- start: 0

CREATE TABLE ${table} (id INT, num INT, si BOOLEAN) USING delta PARTITIONED BY (num, si)
TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true', 'delta.enableDeletionVectors' = 'true', 'delta.checkpointInterval' = '2');

INSERT INTO ${table} SELECT /*+ COALESCE(1) */ * FROM VALUES (1, 1, true), (2, 1, true), (3, 1, false), (4, 2, true),
  (5, 2, NULL), (6, NULL, NULL), (7, NULL, NULL), (8, -3, false), (9, 0, true);

DELETE FROM ${table} WHERE id IN (2, 7);

DELETE FROM ${table} WHERE num = 1 AND si;

DELETE FROM ${table} WHERE si IS NULL;

DELETE FROM ${table} WHERE num < 0 OR num > 1;

DELETE FROM ${table} WHERE num IS NULL;

DELETE FROM ${table} WHERE NOT si;
