-- description: in-commit timestamps from the start, with a clock that stands still and goes back
-- keys: id
-- start: 0

CREATE TABLE ${table} USING delta
TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true', 'delta.enableInCommitTimestamps' = 'true')
AS SELECT * FROM VALUES (1, 'a'), (2, 'b') AS t(id, valor);

UPDATE ${table} SET valor = 'aa' WHERE id = 1;

-- at: 2026-01-02T08:00:00Z
UPDATE ${table} SET valor = 'bb' WHERE id = 2;

-- at: 2025-12-24T08:00:00Z
UPDATE ${table} SET valor = 'aaa' WHERE id = 1;

-- at: 2026-02-01T08:00:00.999Z
DELETE FROM ${table} WHERE id = 2;
