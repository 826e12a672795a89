-- description: partition values with percent signs, spaces, slashes, line ends, numbers and dates as text, a name with signs
-- keys: id
-- start: 0

CREATE TABLE ${table} (id INT, `p%1.ñ` STRING, q STRING, valor INT) USING delta PARTITIONED BY (`p%1.ñ`, q)
TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true', 'delta.enableDeletionVectors' = 'false');

INSERT INTO ${table} SELECT /*+ COALESCE(1) */ * FROM VALUES (1, '100%', '%', 1), (2, '%2F', ' ', 2), (3, 'a+b c', '..', 3),
  (4, '007', '2026-01-01', 4), (5, 'x\ny', '__HIVE_DEFAULT_PARTITION', 5), (6, 'ñ日🎉', '?a=b&c#d', 6), (7, '\\', '', 7);

UPDATE ${table} SET valor = valor * 10;

DELETE FROM ${table} WHERE q = '%';

UPDATE ${table} SET q = '%25' WHERE id IN (2, 7);
