-- description: replaceWhere by partition, by other columns and by both, over files with deletion vectors
-- keys: id
-- start: 0

CREATE TABLE ${table} (id INT, dia DATE, valor INT) USING delta PARTITIONED BY (dia)
TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true', 'delta.enableDeletionVectors' = 'true');

INSERT INTO ${table} SELECT /*+ COALESCE(1) */ * FROM VALUES (1, DATE'2026-01-01', 1), (2, DATE'2026-01-01', 2),
  (3, DATE'2026-01-02', 3), (4, DATE'2026-01-02', 4), (5, DATE'2026-01-02', 5), (6, NULL, 6);

DELETE FROM ${table} WHERE id = 3;

INSERT INTO ${table} REPLACE WHERE dia = DATE'2026-01-02' VALUES (3, DATE'2026-01-02', 3), (4, DATE'2026-01-02', 4);

INSERT INTO ${table} REPLACE WHERE valor >= 2 AND valor <= 3 VALUES (2, DATE'2026-01-01', 2), (7, NULL, 3);

INSERT INTO ${table} REPLACE WHERE dia IS NULL AND id > 5 VALUES (8, NULL, 8);

INSERT INTO ${table} REPLACE WHERE dia = DATE'2026-01-02' SELECT * FROM ${table} WHERE false;
