-- description: generated columns, one of them the partition column
-- keys: id
-- start: 0

CREATE TABLE ${table} (id INT, momento TIMESTAMP, dia DATE GENERATED ALWAYS AS (CAST(momento AS DATE)),
  doble INT GENERATED ALWAYS AS (id * 2)) USING delta PARTITIONED BY (dia)
TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true');

INSERT INTO ${table} (id, momento) VALUES (1, TIMESTAMP'2026-01-01 23:59:59.999999Z'), (2, NULL), (3, TIMESTAMP'1969-12-31 00:00:00Z');

UPDATE ${table} SET momento = TIMESTAMP'2026-01-02 00:00:00Z' WHERE id = 1;

DELETE FROM ${table} WHERE dia IS NULL;

MERGE INTO ${table} AS t USING (SELECT 4 AS id, TIMESTAMP'2026-01-02 12:00:00Z' AS momento) AS s ON t.id = s.id
WHEN NOT MATCHED THEN INSERT (id, momento) VALUES (s.id, s.momento);
