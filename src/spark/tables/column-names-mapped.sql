-- description: column names with spaces, commas, braces and line ends, through column mapping
-- keys: clave {1}
-- start: 0
-- gold: A column's name cannot be used in gold

CREATE TABLE ${table} (`clave {1}` INT, ` a;b(c)=d,` STRING, `e	f` STRUCT<`g h`: INT>, `p q` STRING) USING delta PARTITIONED BY (`p q`)
TBLPROPERTIES ('delta.columnMapping.mode' = 'name', 'delta.enableChangeDataFeed' = 'true', 'delta.enableDeletionVectors' = 'true');

INSERT INTO ${table} SELECT /*+ COALESCE(1) */ * FROM VALUES (1, 'a', named_struct('g h', 1), 'x y'), (2, 'b', NULL, 'x y'), (3, NULL, named_struct('g h', NULL), '');

UPDATE ${table} SET ` a;b(c)=d,` = 'z' WHERE `clave {1}` = 1;

DELETE FROM ${table} WHERE `clave {1}` = 2;

UPDATE ${table} SET `p q` = 'x=y' WHERE `clave {1}` = 3;
