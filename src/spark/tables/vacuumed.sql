-- description: the files of older versions gone by VACUUM: neither the first snapshots nor the first changes can be read
-- keys: id
-- start: 3

CREATE TABLE ${table} (id INT, valor INT) USING delta
TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true', 'delta.enableDeletionVectors' = 'false',
  'delta.logRetentionDuration' = 'interval 30 days', 'delta.deletedFileRetentionDuration' = 'interval 7 days');

INSERT INTO ${table} SELECT /*+ COALESCE(1) */ * FROM VALUES (1, 1), (2, 2), (3, 3);

UPDATE ${table} SET valor = 10 WHERE id = 1;

UPDATE ${table} SET valor = 20 WHERE id = 2;

SET spark.databricks.delta.vacuum.logging.enabled = true;

-- at: 2026-01-10T12:00:00Z
DELETE FROM ${table} WHERE id = 3;

-- at: 2026-01-11T07:00:00Z
VACUUM ${table};

INSERT INTO ${table} VALUES (4, 4);

-- Spark reads nothing older than that, and the table's times are long past.
ALTER TABLE ${table} SET TBLPROPERTIES ('delta.logRetentionDuration' = 'interval 36500 days',
  'delta.deletedFileRetentionDuration' = 'interval 36500 days');
