-- description: columns mapped by name; one renamed and one dropped before the feed, also the partition column
-- keys: Número de cliente
-- start: 4

CREATE TABLE ${table} (id INT, nombre STRING, sobra INT, zona STRING) USING delta PARTITIONED BY (zona)
TBLPROPERTIES ('delta.columnMapping.mode' = 'name', 'delta.enableDeletionVectors' = 'true');

INSERT INTO ${table} VALUES (1, 'a', 0, 'n'), (2, 'b', 0, 's'), (3, 'c', 0, NULL);

ALTER TABLE ${table} RENAME COLUMN id TO `Número de cliente`;

ALTER TABLE ${table} DROP COLUMN sobra;

ALTER TABLE ${table} SET TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true');

UPDATE ${table} SET nombre = upper(nombre) WHERE `Número de cliente` < 3;

DELETE FROM ${table} WHERE `Número de cliente` = 1;

INSERT INTO ${table} VALUES (4, 'd', 'n'), (1, 'a', 's');

MERGE INTO ${table} AS t USING (SELECT 3 AS n, 'cc' AS nombre) AS s ON t.`Número de cliente` = s.n
WHEN MATCHED THEN UPDATE SET nombre = s.nombre;

DELETE FROM ${table} WHERE zona = 's';
