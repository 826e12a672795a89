-- description: every widening of a type before the feed; files of the narrow types are read, also nested and as partitions
-- keys: id
-- start: 16

CREATE TABLE ${table} (id INT, b BYTE, s SHORT, i INT, f FLOAT, d DATE, dec DECIMAL(5, 2), id2 INT, idec INT, ldec BIGINT,
  st STRUCT<x: INT>, li ARRAY<FLOAT>, ma MAP<INT, SHORT>, p SHORT) USING delta PARTITIONED BY (p)
TBLPROPERTIES ('delta.enableTypeWidening' = 'true', 'delta.enableDeletionVectors' = 'true', 'delta.feature.timestampNtz' = 'supported');

INSERT INTO ${table} SELECT /*+ COALESCE(1) */ * FROM VALUES
  (1, 1Y, 1S, 1, CAST(1.5 AS FLOAT), DATE'2026-01-01', 1.25, 1, 1, 1L, named_struct('x', 1), array(CAST(0.1 AS FLOAT)), map(1, 1S), 1S),
  (2, -128Y, -32768S, -2147483648, CAST('-Infinity' AS FLOAT), DATE'1500-01-01', -999.99, -2147483648, -2147483648, -9223372036854775808L,
   named_struct('x', -2147483648), array(CAST('NaN' AS FLOAT), NULL), map(-1, -32768S), 1S),
  (3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1S),
  (4, 4Y, 4S, 4, CAST(4 AS FLOAT), DATE'2026-01-04', 4, 4, 4, 4, named_struct('x', NULL), array(), map(), NULL);

ALTER TABLE ${table} ALTER COLUMN b TYPE INT;

ALTER TABLE ${table} ALTER COLUMN s TYPE BIGINT;

ALTER TABLE ${table} ALTER COLUMN i TYPE BIGINT;

ALTER TABLE ${table} ALTER COLUMN f TYPE DOUBLE;

ALTER TABLE ${table} ALTER COLUMN d TYPE TIMESTAMP_NTZ;

ALTER TABLE ${table} ALTER COLUMN dec TYPE DECIMAL(20, 4);

ALTER TABLE ${table} ALTER COLUMN id2 TYPE DOUBLE;

ALTER TABLE ${table} ALTER COLUMN idec TYPE DECIMAL(12, 2);

ALTER TABLE ${table} ALTER COLUMN ldec TYPE DECIMAL(24, 1);

ALTER TABLE ${table} ALTER COLUMN st.x TYPE BIGINT;

ALTER TABLE ${table} ALTER COLUMN li.element TYPE DOUBLE;

ALTER TABLE ${table} ALTER COLUMN ma.key TYPE BIGINT;

ALTER TABLE ${table} ALTER COLUMN ma.value TYPE INT;

ALTER TABLE ${table} ALTER COLUMN p TYPE INT;

ALTER TABLE ${table} SET TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true');

DELETE FROM ${table} WHERE id = 2;

UPDATE ${table} SET b = 40000, s = 5000000000, dec = 1234567890.1234 WHERE id IN (1, 3);

INSERT INTO ${table} (id, p) VALUES (5, 100000);

DELETE FROM ${table} WHERE p IS NULL;
