-- description: liquid clustering: OPTIMIZE clusters, other clustering columns, none, OPTIMIZE FULL
-- keys: id
-- start: 0

CREATE TABLE ${table} (id INT, nombre STRING, valor INT) USING delta CLUSTER BY (valor)
TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true');

INSERT INTO ${table} VALUES (1, 'a', 3), (2, 'b', 2), (3, 'c', 1);

OPTIMIZE ${table};

UPDATE ${table} SET valor = 9 WHERE id = 1;

ALTER TABLE ${table} CLUSTER BY (nombre, id);

INSERT INTO ${table} VALUES (4, 'd', 4);

OPTIMIZE ${table} FULL;

DELETE FROM ${table} WHERE nombre = 'b';

ALTER TABLE ${table} CLUSTER BY NONE;

OPTIMIZE ${table};

MERGE INTO ${table} AS t USING (SELECT 3 AS id) AS s ON t.id = s.id WHEN MATCHED THEN UPDATE SET nombre = 'cc';
