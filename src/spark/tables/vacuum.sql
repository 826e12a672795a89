-- description: VACUUM noted in the log by its start and its end; no file of the feed goes
-- keys: id
-- start: 0

CREATE TABLE ${table} (id INT, valor INT) USING delta
TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true', 'delta.enableDeletionVectors' = 'false');

SET spark.databricks.delta.vacuum.logging.enabled = true;

INSERT INTO ${table} VALUES (1, 1), (2, 2), (3, 3);

UPDATE ${table} SET valor = 10 WHERE id = 1;

VACUUM ${table};

DELETE FROM ${table} WHERE id = 2;

VACUUM ${table} LITE;

INSERT INTO ${table} VALUES (4, 4);
