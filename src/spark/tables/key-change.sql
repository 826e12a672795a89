-- description: keys changed, swapped and passed on in a ring by UPDATE and MERGE
-- keys: id
-- start: 0

CREATE TABLE ${table} USING delta
TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true', 'delta.enableDeletionVectors' = 'true')
AS SELECT /*+ COALESCE(1) */ * FROM VALUES (1, 'a', 1), (2, 'b', 2), (3, 'c', 3), (4, 'd', 4) AS t(id, nombre, valor);

-- 4 closes, 40 opens.
UPDATE ${table} SET id = 40 WHERE id = 4;

-- 1 and 2 are swapped: two updates.
UPDATE ${table} SET id = 3 - id WHERE id IN (1, 2);

-- A ring of 1, 2 and 3.
UPDATE ${table} SET id = id % 3 + 1 WHERE id <= 3;

MERGE INTO ${table} AS t USING (SELECT * FROM VALUES (2, 5), (40, 2) AS s(old, new)) AS s ON t.id = s.old
WHEN MATCHED THEN UPDATE SET id = s.new;

-- Swapped, though the rows are equal but for the key: 1 and 3 take each other's values.
UPDATE ${table} SET nombre = 'x', valor = 0 WHERE id IN (1, 3);

UPDATE ${table} SET id = 4 - id WHERE id IN (1, 3);
