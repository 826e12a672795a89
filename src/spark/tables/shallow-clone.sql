-- description: a shallow clone: files and deletion vectors of another table by absolute paths, with special characters
-- keys: id
-- start: 0

CREATE TABLE delta.`${path}-source` (id INT, zona STRING, valor INT) USING delta PARTITIONED BY (zona)
TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true', 'delta.enableDeletionVectors' = 'true');

INSERT INTO delta.`${path}-source` SELECT /*+ COALESCE(1) */ * FROM VALUES (1, 'n', 1), (2, 'n', 2), (3, 'a/b=c%20d', 3),
  (4, 'a/b=c%20d', 4), (5, NULL, 5), (6, 'n', 6);

DELETE FROM delta.`${path}-source` WHERE id IN (2, 4);

CREATE TABLE ${table} SHALLOW CLONE delta.`${path}-source`;

UPDATE ${table} SET valor = 10 WHERE id = 1;

-- A vector of the clone's own replaces one of the source.
DELETE FROM ${table} WHERE id = 6;

DELETE FROM ${table} WHERE zona = 'a/b=c%20d';

INSERT INTO ${table} VALUES (7, 'n', 7);

-- Vectors and files of the source come back.
RESTORE TABLE ${table} TO VERSION AS OF 0;

OPTIMIZE ${table};
