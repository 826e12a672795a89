-- description: log compaction files beside the commits and checkpoints
-- keys: id
-- start: 0

CREATE TABLE ${table} (id INT, valor INT) USING delta
TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true', 'delta.enableDeletionVectors' = 'true', 'delta.checkpointInterval' = '6');

INSERT INTO ${table} SELECT /*+ COALESCE(1) */ * FROM VALUES (1, 1), (2, 2), (3, 3), (4, 4);

DELETE FROM ${table} WHERE id = 2;

UPDATE ${table} SET valor = 10 WHERE id = 1;

COMPACT LOG 1 TO 3;

INSERT INTO ${table} VALUES (5, 5);

OPTIMIZE ${table};

DELETE FROM ${table} WHERE id = 3;

UPDATE ${table} SET valor = 50 WHERE id = 5;

COMPACT LOG 5 TO 7;

DELETE FROM ${table} WHERE id = 1;
