-- description: row tracking beside the feed, switched on under way, over OPTIMIZE and RESTORE
-- keys: id
-- start: 0

CREATE TABLE ${table} (id INT, valor INT) USING delta
TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true', 'delta.enableDeletionVectors' = 'true');

INSERT INTO ${table} SELECT /*+ COALESCE(1) */ * FROM VALUES (1, 1), (2, 2), (3, 3);

ALTER TABLE ${table} SET TBLPROPERTIES ('delta.enableRowTracking' = 'true');

UPDATE ${table} SET valor = 10 WHERE id = 1;

OPTIMIZE ${table};

DELETE FROM ${table} WHERE id = 2;

RESTORE TABLE ${table} TO VERSION AS OF 4;

MERGE INTO ${table} AS t USING (SELECT * FROM VALUES (3, 30), (4, 4) AS s(id, valor)) AS s ON t.id = s.id
WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED THEN INSERT *;
