-- description: a VARIANT column, which is refused
-- keys: id
-- start: 0
-- refused: column datos

CREATE TABLE ${table} (id INT, datos VARIANT) USING delta
TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true');

INSERT INTO ${table} VALUES (1, parse_json('{"a": 1}')), (2, NULL);
