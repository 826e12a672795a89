-- description: columns mapped by name; parts of structs in arrays, map keys and map values dropped, renamed, added and moved before the feed
-- keys: id
-- start: 9

CREATE TABLE ${table} (id INT, lista ARRAY<STRUCT<x: INT, y: INT, z: INT>>,
  mapa MAP<STRUCT<k: INT, l: INT>, STRUCT<v: INT, w: STRING, u: INT>>, hondo MAP<STRING, ARRAY<MAP<INT, STRUCT<p: INT, q: INT>>>>) USING delta
TBLPROPERTIES ('delta.columnMapping.mode' = 'name', 'delta.enableDeletionVectors' = 'true');

INSERT INTO ${table} SELECT /*+ COALESCE(1) */ * FROM VALUES
  (1, array(named_struct('x', 1, 'y', 2, 'z', 3)), map(named_struct('k', 1, 'l', 2), named_struct('v', 3, 'w', 'w1', 'u', 4)),
   map('a', array(map(1, named_struct('p', 1, 'q', 2))))),
  (2, NULL, NULL, NULL),
  (3, array(), map(named_struct('k', 5, 'l', NULL), named_struct('v', 6, 'w', NULL, 'u', 7)), map('b', array(NULL, map(2, NULL)))),
  (4, array(named_struct('x', 7, 'y', 8, 'z', 9)), map(named_struct('k', 9, 'l', 8), NULL), map('c', NULL));

ALTER TABLE ${table} DROP COLUMN mapa.value.v;

ALTER TABLE ${table} ALTER COLUMN mapa.value.u FIRST;

ALTER TABLE ${table} RENAME COLUMN mapa.value.w TO ww;

ALTER TABLE ${table} RENAME COLUMN mapa.key.k TO kk;

ALTER TABLE ${table} ADD COLUMN mapa.value.nueva INT FIRST;

ALTER TABLE ${table} DROP COLUMN lista.element.y;

ALTER TABLE ${table} DROP COLUMN hondo.value.element.value.p;

ALTER TABLE ${table} SET TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true');

DELETE FROM ${table} WHERE id = 3;

UPDATE ${table} SET mapa = map(named_struct('kk', 1, 'l', 1), named_struct('nueva', 1, 'u', 1, 'ww', 'w')) WHERE id = 1;

DELETE FROM ${table} WHERE id IN (1, 4);
