-- description: CHECK constraints and invariants, added and dropped
-- keys: id
-- start: 0

CREATE TABLE ${table} (id INT NOT NULL, valor INT, s STRUCT<x: INT NOT NULL>) USING delta
TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true');

ALTER TABLE ${table} ADD CONSTRAINT valores CHECK (valor > 0 OR id = 2);

INSERT INTO ${table} VALUES (1, 1, named_struct('x', 1)), (2, -1, named_struct('x', 2));

UPDATE ${table} SET valor = -valor WHERE id = 2;

ALTER TABLE ${table} DROP CONSTRAINT valores;

UPDATE ${table} SET valor = -10 WHERE id = 1;
