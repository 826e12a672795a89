-- description: whole tables and ranges written over, with equal and with other rows; emptied; CREATE OR REPLACE
-- keys: id
-- start: 0

CREATE TABLE ${table} (id INT, nombre STRING, valor INT) USING delta
TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true');

INSERT INTO ${table} VALUES (1, 'a', 1), (2, 'b', 2), (3, 'c', 3), (4, 'd', 4);

-- Equal rows: no history.
INSERT OVERWRITE ${table} VALUES (4, 'd', 4), (3, 'c', 3), (2, 'b', 2), (1, 'a', 1);

INSERT OVERWRITE ${table} VALUES (1, 'a', 1), (2, 'b', 20), (5, 'e', 5), (4, 'd', 4);

INSERT INTO ${table} REPLACE WHERE id >= 4 VALUES (4, 'd', 40), (5, 'e', 5), (6, 'f', 6);

DELETE FROM ${table};

INSERT INTO ${table} VALUES (1, 'a', 1), (2, 'b', 2), (7, 'g', 7);

CREATE OR REPLACE TABLE ${table} USING delta TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true')
AS SELECT * FROM VALUES (1, 'a', 1), (2, 'b', 200), (8, 'h', 8) AS t(id, nombre, valor);

RESTORE TABLE ${table} TO VERSION AS OF 4;
