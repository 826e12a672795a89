-- description: partitioned by date and string with NULL, empty and special characters; rows that move; partitions deleted whole, before and after a checkpoint of the log
-- keys: id
-- start: 0

CREATE TABLE ${table} (id INT, dia DATE, region STRING, importe DECIMAL(10, 2)) USING delta
PARTITIONED BY (dia, region)
TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true', 'delta.checkpointInterval' = '3');

INSERT INTO ${table} VALUES
  (1, DATE'2026-01-01', 'norte', 1), (2, DATE'2026-01-01', 'norte', 2),
  (3, DATE'2026-01-01', 'Castilla y León', 3), (4, DATE'2026-01-02', 'a/b=c%20d', 4),
  (5, DATE'2026-01-02', 'x:y#z?+&', 5), (6, NULL, NULL, 6), (7, NULL, 'norte', 7),
  (8, DATE'2026-01-02', NULL, 8), (9, DATE'2026-01-03', '', 9), (10, DATE'1500-02-28', 'viejo', 10),
  (11, NULL, NULL, 11), (12, DATE'2026-01-03', '"\'\\', 12);

-- 1 moves to another partition, 6 out of the one without values.
UPDATE ${table} SET region = 'sur' WHERE id = 1;

UPDATE ${table} SET dia = DATE'2026-01-03', region = 'a/b=c%20d' WHERE id = 6;

UPDATE ${table} SET importe = importe + 0.01 WHERE id IN (3, 4, 5, 7, 8, 9, 10, 11, 12);

DELETE FROM ${table} WHERE dia IS NULL AND region IS NULL;

DELETE FROM ${table} WHERE dia = DATE'2026-01-02';

MERGE INTO ${table} AS t
USING (SELECT * FROM VALUES
  (2, DATE'2026-01-01', 'norte', 20), (4, DATE'2026-01-04', 'a/b=c%20d', 40), (7, CAST(NULL AS DATE), 'este', 70)
  AS s(id, dia, region, importe)) AS s
ON t.id = s.id
WHEN MATCHED THEN UPDATE SET *
WHEN NOT MATCHED THEN INSERT *;

INSERT INTO ${table} REPLACE WHERE dia = DATE'2026-01-01' VALUES
  (2, DATE'2026-01-01', 'norte', 20), (3, DATE'2026-01-01', 'sur', 3.33), (13, DATE'2026-01-01', NULL, 13);

DELETE FROM ${table} WHERE region = 'este';
