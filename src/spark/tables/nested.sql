-- description: structs, arrays and maps in each other, with NULL at every level, empty ones, extremes, and maps in another order
-- keys: id
-- start: 0

CREATE TABLE ${table} (id INT,
  producto STRUCT<codigo: STRING, precio: DECIMAL(38, 18), medidas: STRUCT<ancho: DOUBLE, alto: FLOAT>>,
  etiquetas ARRAY<STRING>,
  atributos MAP<STRING, STRING>,
  lineas ARRAY<STRUCT<sku: STRING, cantidad: DECIMAL(38, 0), notas: MAP<STRING, ARRAY<TIMESTAMP>>>>,
  fechas MAP<DATE, STRUCT<ts: TIMESTAMP, ntz: TIMESTAMP_NTZ>>,
  por_numero MAP<BIGINT, DOUBLE>,
  matriz ARRAY<ARRAY<INT>>,
  trozos ARRAY<BINARY>,
  varios STRUCT<b: BYTE, s: SHORT, l: BIGINT, f: BOOLEAN, d: DATE, n: DECIMAL(9, 2), m: DECIMAL(18, 4), x: BINARY>)
USING delta TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true', 'delta.enableDeletionVectors' = 'true');

INSERT INTO ${table} VALUES
  (1, named_struct('codigo', 'A-1', 'precio', 99999999999999999999.999999999999999999BD,
      'medidas', named_struct('ancho', double('NaN'), 'alto', float('-Infinity'))),
   array('rojo', NULL, '', 'ñ 日本 🎉 "\\'), map('a', '1', 'b', NULL, '', ''),
   array(named_struct('sku', 'x', 'cantidad', 99999999999999999999999999999999999999BD, 'notas',
      map('n', array(TIMESTAMP'1969-12-31 23:59:59.999999Z', NULL), 'm', array(), 'o', NULL)), NULL,
      named_struct('sku', '', 'cantidad', -1BD, 'notas', NULL)),
   map(DATE'0001-01-01', named_struct('ts', TIMESTAMP'1500-02-28 23:59:59.999999Z', 'ntz', TIMESTAMP_NTZ'0001-01-01 00:00:00.000001'),
      DATE'1500-02-28', NULL, DATE'9999-12-31', named_struct('ts', NULL, 'ntz', TIMESTAMP_NTZ'9999-12-31 23:59:59.999999')),
   map(-9223372036854775808L, double('-0.0'), 0L, double('Infinity'), 9223372036854775807L, NULL),
   array(array(1, NULL), array(), NULL, array(-2147483648)), array(X'', NULL, X'00FF', X'C328C328C328C328C328'),
   named_struct('b', -128Y, 's', -32768S, 'l', -9223372036854775808L, 'f', true, 'd', DATE'1582-10-04',
      'n', -9999999.99, 'm', 99999999999999.9999, 'x', X'')),
  (2, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  (3, named_struct('codigo', NULL, 'precio', NULL, 'medidas', NULL), array(), map(), array(), map(), map(), array(), array(),
   named_struct('b', NULL, 's', NULL, 'l', NULL, 'f', NULL, 'd', NULL, 'n', NULL, 'm', NULL, 'x', NULL)),
  (4, named_struct('codigo', '', 'precio', -99999999999999999999.999999999999999999BD,
      'medidas', named_struct('ancho', double('-0.0'), 'alto', float('0.0'))),
   array(NULL), map('k', 'v', 'k2', 'v2', 'a longer key that is not kept inline', 'a longer value that is not kept inline'),
   array(named_struct('sku', 'y', 'cantidad', 0BD, 'notas', map('p', array(TIMESTAMP'2026-01-01 10:00:00.123456Z'), 'q', array()))),
   map(DATE'2026-01-01', named_struct('ts', NULL, 'ntz', NULL)), map(1L, 1.5D, 2L, double('NaN')), array(array()), array(X'01'),
   named_struct('b', 127Y, 's', 32767S, 'l', 9223372036854775807L, 'f', false, 'd', DATE'9999-12-31',
      'n', 0.01, 'm', -0.0001, 'x', X'00')),
  (5, named_struct('codigo', 'E', 'precio', 0.000000000000000001BD, 'medidas', named_struct('ancho', NULL, 'alto', NULL)),
   array('a', 'b'), map('z', 'z'), array(NULL, NULL), NULL, NULL, array(NULL), array(NULL), NULL);

-- Equal values, though the maps come in another order and -0.0 became 0.0: no history.
UPDATE ${table} SET atributos = map_from_entries(reverse(map_entries(atributos))),
  por_numero = map_from_entries(reverse(map_entries(por_numero))),
  lineas = transform(lineas, l -> named_struct('sku', l.sku, 'cantidad', l.cantidad, 'notas', map_from_entries(reverse(map_entries(l.notas))))),
  producto.medidas.ancho = abs(producto.medidas.ancho)
WHERE id = 4;

-- A null struct becomes a struct of nulls, a null array and map become empty ones, and the other way round.
UPDATE ${table} SET producto = CASE id WHEN 2 THEN named_struct('codigo', NULL, 'precio', NULL, 'medidas', NULL) END,
  etiquetas = CASE id WHEN 2 THEN array() END, atributos = CASE id WHEN 2 THEN map() END
WHERE id IN (2, 3);

UPDATE ${table} SET producto.medidas.alto = 2.5, producto.codigo = 'A-2' WHERE id = 1;

MERGE INTO ${table} AS t USING (SELECT 4 AS id, map('k', 'v', 'k2', 'V2') AS atributos UNION ALL
  SELECT 5, map('z', NULL) UNION ALL SELECT 6, map('nuevo', 'sí')) AS s
ON t.id = s.id WHEN MATCHED THEN UPDATE SET atributos = s.atributos, lineas = reverse(lineas)
WHEN NOT MATCHED THEN INSERT (id, atributos, trozos) VALUES (s.id, s.atributos, array(X'0102'));

DELETE FROM ${table} WHERE producto.codigo = 'E';

OPTIMIZE ${table};

-- Only an element deep inside.
UPDATE ${table} SET lineas = transform(lineas, l -> named_struct('sku', l.sku, 'cantidad', l.cantidad,
  'notas', map_concat(map_filter(l.notas, (k, v) -> k <> 'n'), map('n', array(TIMESTAMP'1969-12-31 23:59:59.999998Z', NULL)))))
WHERE id = 1;
