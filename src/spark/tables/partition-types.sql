-- description: partitioned by boolean, integers, decimal, date and both kinds of timestamp
-- keys: id
-- start: 0

CREATE TABLE ${table} (id INT, si BOOLEAN, num INT, largo BIGINT, dec DECIMAL(10, 2), dia DATE,
  ts TIMESTAMP, local TIMESTAMP_NTZ, valor INT) USING delta
PARTITIONED BY (si, num, largo, dec, dia, ts, local)
TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true');

INSERT INTO ${table} VALUES
  (1, true, 1, 10000000000, 1.50, DATE'2026-01-01', TIMESTAMP'2026-01-01 10:00:00.123456Z', TIMESTAMP_NTZ'2026-01-01 10:00:00.123456', 1),
  (2, false, -2, -10000000000, -0.01, DATE'1500-01-01', TIMESTAMP'1969-12-31 23:59:59Z', TIMESTAMP_NTZ'1500-01-01 00:00:00', 2),
  (3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 3),
  (4, true, 1, 10000000000, 1.50, DATE'2026-01-01', TIMESTAMP'2026-01-01 10:00:00.123456Z', TIMESTAMP_NTZ'2026-01-01 10:00:00.123456', 4);

UPDATE ${table} SET valor = valor + 1 WHERE id <> 2;

DELETE FROM ${table} WHERE num = -2;

UPDATE ${table} SET ts = TIMESTAMP'2026-06-01 10:00:00Z' WHERE id = 1;
