-- description: MERGE with every clause and deletion vectors, over several files and partitions
-- keys: id
-- start: 0

CREATE TABLE ${table} (id INT, zona STRING, valor INT) USING delta PARTITIONED BY (zona)
TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true', 'delta.enableDeletionVectors' = 'true');

INSERT INTO ${table} SELECT /*+ COALESCE(1) */ CAST(id AS INT), IF(id < 6, 'n', NULL), CAST(id AS INT) FROM range(1, 11);

MERGE INTO ${table} AS t
USING (SELECT * FROM VALUES (1, 'n', 10), (2, 'n', -1), (7, NULL, 70), (8, 's', 80), (11, 's', 11) AS s(id, zona, valor)) AS s
ON t.id = s.id
WHEN MATCHED AND s.valor < 0 THEN DELETE
WHEN MATCHED THEN UPDATE SET *
WHEN NOT MATCHED THEN INSERT *
WHEN NOT MATCHED BY SOURCE AND t.id = 10 THEN DELETE
WHEN NOT MATCHED BY SOURCE AND t.id IN (3, 9) THEN UPDATE SET valor = t.valor + 100;

MERGE INTO ${table} AS t USING (SELECT id FROM range(1, 6)) AS s ON t.id = s.id
WHEN MATCHED THEN DELETE;

MERGE INTO ${table} AS t USING (SELECT * FROM VALUES (5), (6) AS s(id)) AS s ON t.id = s.id
WHEN MATCHED THEN UPDATE SET zona = 'n'
WHEN NOT MATCHED THEN INSERT (id, zona) VALUES (s.id, '');
