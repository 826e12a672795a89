-- description: columns with defaults, CHAR and VARCHAR
-- keys: id
-- start: 0

CREATE TABLE ${table} (id INT, estado STRING DEFAULT 'nuevo', letra CHAR(3), nombre VARCHAR(10), hoy DATE DEFAULT DATE'2026-01-01') USING delta
TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true', 'delta.feature.allowColumnDefaults' = 'supported');

INSERT INTO ${table} (id, letra) VALUES (1, 'a'), (2, NULL);

INSERT INTO ${table} VALUES (3, DEFAULT, 'ñ', 'largo', DEFAULT), (4, NULL, '', '', NULL);

UPDATE ${table} SET estado = DEFAULT, letra = 'b ' WHERE id = 4;

DELETE FROM ${table} WHERE id = 2;
