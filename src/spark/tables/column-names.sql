-- description: column names with dots, quotes and other signs that need no column mapping
-- keys: clave.id
-- start: 0

CREATE TABLE ${table} (`clave.id` INT, `a.b` STRING, `c"d` INT, `e/f` INT, `ñandú` STRING, `g'h` STRUCT<`i.j`: INT>, `p.%q` STRING) USING delta
PARTITIONED BY (`p.%q`) TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true', 'delta.enableDeletionVectors' = 'true');

INSERT INTO ${table} SELECT /*+ COALESCE(1) */ * FROM VALUES (1, 'a', 1, 1, 'ñ', named_struct('i.j', 1), 'x%y'),
  (2, 'b', 2, 2, NULL, NULL, 'x%y'), (3, 'c', 3, 3, 'z', named_struct('i.j', NULL), NULL);

UPDATE ${table} SET `a.b` = 'aa', `c"d` = 10 WHERE `clave.id` = 1;

DELETE FROM ${table} WHERE `clave.id` = 2;

UPDATE ${table} SET `p.%q` = '100%' WHERE `clave.id` = 3;
