-- description: dynamic partition overwrite: only the partitions that rows come for are replaced
-- keys: id
-- start: 0

CREATE TABLE ${table} (id INT, valor INT, zona STRING, dia DATE) USING delta PARTITIONED BY (zona, dia)
TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true');

INSERT INTO ${table} VALUES (1, 1, 'n', DATE'2026-01-01'), (2, 2, 'n', DATE'2026-01-02'), (3, 3, 's', DATE'2026-01-01'),
  (4, 4, NULL, NULL);

SET spark.sql.sources.partitionOverwriteMode = dynamic;

INSERT OVERWRITE ${table} VALUES (1, 10, 'n', DATE'2026-01-01'), (5, 5, 'o', DATE'2026-01-01');

INSERT OVERWRITE ${table} VALUES (4, 40, NULL, NULL), (6, 6, NULL, NULL);

INSERT OVERWRITE ${table} PARTITION (zona = 's', dia) VALUES (3, 3, DATE'2026-01-01'), (7, 7, DATE'2026-01-03');

SET spark.sql.sources.partitionOverwriteMode = static;

INSERT OVERWRITE ${table} PARTITION (zona = 'n') VALUES (8, 8, DATE'2026-01-01');
