-- description: in-commit timestamps switched off again, then on
-- keys: id
-- start: 0

CREATE TABLE ${table} USING delta
TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true', 'delta.enableInCommitTimestamps' = 'true')
AS SELECT * FROM VALUES (1, 'a'), (2, 'b') AS t(id, valor);

UPDATE ${table} SET valor = 'aa' WHERE id = 1;

ALTER TABLE ${table} SET TBLPROPERTIES ('delta.enableInCommitTimestamps' = 'false');

UPDATE ${table} SET valor = 'bb' WHERE id = 2;

-- at: 2026-01-04T08:00:00Z
UPDATE ${table} SET valor = 'aaa' WHERE id = 1;

ALTER TABLE ${table} SET TBLPROPERTIES ('delta.enableInCommitTimestamps' = 'true');

DELETE FROM ${table} WHERE id = 2;
