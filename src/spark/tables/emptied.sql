-- description: a table emptied by DELETE and by overwrites with nothing, and statements that find no row
-- keys: id
-- start: 0

CREATE TABLE ${table} (id INT, valor INT) USING delta
TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true', 'delta.enableDeletionVectors' = 'true');

DELETE FROM ${table};

INSERT INTO ${table} SELECT * FROM ${table};

INSERT INTO ${table} SELECT /*+ COALESCE(1) */ * FROM VALUES (1, 1), (2, 2), (3, 3);

UPDATE ${table} SET valor = 0 WHERE id = 100;

DELETE FROM ${table} WHERE id = 100;

DELETE FROM ${table} WHERE id = 2;

DELETE FROM ${table};

INSERT INTO ${table} VALUES (1, 1), (2, 20);

INSERT OVERWRITE ${table} SELECT * FROM ${table} WHERE false;

INSERT INTO ${table} VALUES (2, 20), (4, 4);

TRUNCATE TABLE ${table};

INSERT INTO ${table} VALUES (4, 4);
