-- description: a log whose older commits are gone: it begins with a checkpoint in several parts
-- keys: id
-- start: 4

SET spark.databricks.delta.checkpoint.partSize = 3;

CREATE TABLE ${table} (id INT, zona STRING, valor INT) USING delta PARTITIONED BY (zona)
TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true', 'delta.logRetentionDuration' = 'interval 10 days',
  'delta.deletedFileRetentionDuration' = 'interval 10 days', 'delta.checkpointInterval' = '4');

INSERT INTO ${table} VALUES (1, 'n', 1), (2, NULL, 2), (3, 's', 3);

UPDATE ${table} SET valor = 10 WHERE id = 1;

DELETE FROM ${table} WHERE id = 2;

-- at: 2026-01-20T08:00:00Z
INSERT INTO ${table} VALUES (4, 's', 4), (5, NULL, 5), (6, NULL, 6);

UPDATE ${table} SET valor = valor + 1 WHERE id > 2;

DELETE FROM ${table} WHERE zona = 's';

INSERT INTO ${table} VALUES (7, 'n', 7);

-- The log is cleaned up with this one's checkpoint.
UPDATE ${table} SET valor = 0 WHERE id = 1;

DELETE FROM ${table} WHERE zona IS NULL;

-- Spark reads nothing older than that, and the table's times are long past.
ALTER TABLE ${table} SET TBLPROPERTIES ('delta.logRetentionDuration' = 'interval 36500 days',
  'delta.deletedFileRetentionDuration' = 'interval 36500 days');
