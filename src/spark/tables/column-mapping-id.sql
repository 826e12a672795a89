-- description: columns mapped by id, also in structs, arrays and maps; renamed, dropped and moved before the feed
-- keys: id
-- start: 8

CREATE TABLE ${table} (id INT, s STRUCT<a: INT, b: STRING, c: STRUCT<d: INT, e: INT>>, lista ARRAY<STRUCT<x: INT, y: INT>>,
  mapa MAP<STRUCT<k: INT, l: INT>, STRUCT<v: INT, w: STRING>>, sobra STRING, zona STRING) USING delta PARTITIONED BY (zona)
TBLPROPERTIES ('delta.columnMapping.mode' = 'id', 'delta.enableDeletionVectors' = 'true');

INSERT INTO ${table} SELECT /*+ COALESCE(1) */ * FROM VALUES
  (1, named_struct('a', 1, 'b', 'b1', 'c', named_struct('d', 1, 'e', 2)), array(named_struct('x', 1, 'y', 2)),
   map(named_struct('k', 1, 'l', 2), named_struct('v', 3, 'w', 'w1')), 'x', 'n'),
  (2, NULL, NULL, NULL, 'x', NULL),
  (3, named_struct('a', 3, 'b', NULL, 'c', NULL), array(NULL, named_struct('x', NULL, 'y', 6)), map(), 'x', 'n'),
  (4, named_struct('a', 4, 'b', 'b4', 'c', named_struct('d', NULL, 'e', 8)), array(), map(named_struct('k', NULL, 'l', 4), NULL), 'x', 'n');

ALTER TABLE ${table} RENAME COLUMN s.b TO bb;

ALTER TABLE ${table} DROP COLUMN s.c.d;

ALTER TABLE ${table} DROP COLUMN lista.element.x;

ALTER TABLE ${table} RENAME COLUMN mapa.value.v TO vv;

ALTER TABLE ${table} DROP COLUMN sobra;

ALTER TABLE ${table} ALTER COLUMN id AFTER lista;

ALTER TABLE ${table} SET TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true');

DELETE FROM ${table} WHERE id = 4;

UPDATE ${table} SET zona = 's' WHERE id = 1;

INSERT INTO ${table} VALUES (named_struct('a', 5, 'bb', 'b5', 'c', named_struct('e', 5)), array(named_struct('y', 5)), 5,
  map(named_struct('k', 5, 'l', 5), named_struct('vv', 5, 'w', 'w5')), 's');

DELETE FROM ${table} WHERE zona = 'n';
