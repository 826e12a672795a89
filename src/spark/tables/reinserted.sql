-- description: keys deleted and inserted again, later with a gap and in the same version without one
-- keys: id
-- start: 0

CREATE TABLE ${table} USING delta TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true')
AS SELECT * FROM VALUES (1, 'a'), (2, 'b'), (3, 'c') AS t(id, valor);

DELETE FROM ${table} WHERE id IN (1, 2);

-- 1 comes back as it was, 2 changed.
INSERT INTO ${table} VALUES (1, 'a'), (2, 'bb');

DELETE FROM ${table} WHERE id = 1;

INSERT INTO ${table} VALUES (1, 'aaa');

DELETE FROM ${table} WHERE id = 1;

-- Deleted and inserted at once: an update of 2, nothing for 3.
INSERT INTO ${table} REPLACE WHERE id >= 2 VALUES (2, 'bbb'), (3, 'c');

-- Untouched rows are written again by a MERGE that changes none of them.
MERGE INTO ${table} AS t USING (SELECT 2 AS id, 'bbb' AS valor) AS s ON t.id = s.id
WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED THEN INSERT *;
