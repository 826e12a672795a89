-- description: columns added under a running feed, at the end and in between
-- keys: id
-- start: 0

CREATE TABLE ${table} USING delta TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true')
AS SELECT * FROM VALUES (1, 'a'), (2, 'b'), (3, 'c') AS t(id, valor);

UPDATE ${table} SET valor = 'aa' WHERE id = 1;

-- No row changes by this.
ALTER TABLE ${table} ADD COLUMNS (nota STRING, peso DOUBLE);

UPDATE ${table} SET nota = 'nueva' WHERE id = 2;

-- 3 is written again with its new columns NULL.
UPDATE ${table} SET valor = valor WHERE id = 3;

INSERT INTO ${table} VALUES (4, 'd', NULL, 4.5);

ALTER TABLE ${table} ADD COLUMNS (otra INT AFTER id);

UPDATE ${table} SET otra = 1 WHERE id IN (1, 4);
