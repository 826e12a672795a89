-- description: a table feature dropped under the feed: deletion vectors rewritten away, the protocol taken back
-- keys: id
-- start: 3

CREATE TABLE ${table} (id INT, valor INT) USING delta
TBLPROPERTIES ('delta.enableDeletionVectors' = 'true');

INSERT INTO ${table} SELECT /*+ COALESCE(1) */ * FROM VALUES (1, 1), (2, 2), (3, 3), (4, 4);

-- Before the feed: once the feature is gone, Spark reads this as a deletion of all rows.
DELETE FROM ${table} WHERE id = 2;

ALTER TABLE ${table} SET TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true');

ALTER TABLE ${table} DROP FEATURE deletionVectors;

DELETE FROM ${table} WHERE id = 3;

UPDATE ${table} SET valor = 40 WHERE id = 4;
