-- description: column names with backticks, with which Spark itself can neither UPDATE nor MERGE while the feed is on
-- keys: a`b
-- start: 0

CREATE TABLE ${table} (`a``b` INT, `c``` STRING, ```` STRUCT<```x`: INT>) USING delta
TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true', 'delta.enableDeletionVectors' = 'true');

INSERT INTO ${table} SELECT /*+ COALESCE(1) */ * FROM VALUES (1, 'a', named_struct('`x', 1)), (2, 'b', NULL), (3, NULL, named_struct('`x', NULL));

DELETE FROM ${table} WHERE `c``` = 'b';

INSERT OVERWRITE ${table} VALUES (1, 'aa', named_struct('`x', 1)), (3, NULL, named_struct('`x', NULL));
