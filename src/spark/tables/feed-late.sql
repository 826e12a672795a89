-- description: the feed switched on late, off, and on again; history starts where it was last switched on
-- keys: id
-- start: 6

CREATE TABLE ${table} USING delta TBLPROPERTIES ('delta.enableChangeDataFeed' = 'false')
AS SELECT * FROM VALUES (1, 'a'), (2, 'b'), (3, 'c') AS t(id, valor);

UPDATE ${table} SET valor = 'aa' WHERE id = 1;

ALTER TABLE ${table} SET TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true');

UPDATE ${table} SET valor = 'bb' WHERE id = 2;

ALTER TABLE ${table} SET TBLPROPERTIES ('delta.enableChangeDataFeed' = 'false');

UPDATE ${table} SET valor = 'cc' WHERE id = 3;

ALTER TABLE ${table} SET TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true');

UPDATE ${table} SET valor = 'aaa' WHERE id = 1;

INSERT INTO ${table} VALUES (4, 'd');

DELETE FROM ${table} WHERE id = 2;
