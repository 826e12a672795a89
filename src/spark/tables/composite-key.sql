-- description: a key of a string, an integer and a date, whose parts could run into each other
-- keys: pais, numero, dia
-- start: 0

CREATE TABLE ${table} USING delta TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true')
AS SELECT * FROM VALUES
  ('ES', 1, DATE'2026-01-01', 'a'), ('ES', 11, DATE'2026-01-01', 'b'), ('ES1', 1, DATE'2026-01-01', 'c'),
  ('', 1, DATE'2026-01-01', 'd'), ('PT', 1, DATE'2026-01-01', 'e'), ('PT', 1, DATE'2026-01-02', 'f')
AS t(pais, numero, dia, valor);

UPDATE ${table} SET valor = upper(valor) WHERE pais = 'ES';

DELETE FROM ${table} WHERE numero = 1 AND dia = DATE'2026-01-01' AND pais IN ('ES1', 'PT');

INSERT INTO ${table} VALUES ('PT', 1, DATE'2026-01-01', 'g');

UPDATE ${table} SET numero = 12, valor = 'h' WHERE numero = 11;
