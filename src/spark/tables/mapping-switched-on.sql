-- description: column mapping switched on for a table with files, then a column dropped and added again, before the feed
-- keys: id
-- start: 5

CREATE TABLE ${table} (id INT, valor INT, nombre STRING) USING delta
TBLPROPERTIES ('delta.enableDeletionVectors' = 'true');

INSERT INTO ${table} SELECT /*+ COALESCE(1) */ * FROM VALUES (1, 1, 'a'), (2, 2, 'b'), (3, 3, 'c');

ALTER TABLE ${table} SET TBLPROPERTIES ('delta.columnMapping.mode' = 'name');

ALTER TABLE ${table} DROP COLUMN valor;

ALTER TABLE ${table} ADD COLUMN valor INT;

ALTER TABLE ${table} SET TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true');

DELETE FROM ${table} WHERE id = 1;

UPDATE ${table} SET valor = 20 WHERE id = 2;

DELETE FROM ${table} WHERE id = 3;
