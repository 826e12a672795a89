-- description: every primitive type, with NULL, extremes, NaN, -0.0, empty values, dates before 1582 and microseconds
-- keys: id
-- start: 0

CREATE TABLE ${table} (id INT, c_byte BYTE, c_short SHORT, c_int INT, c_long BIGINT, c_float FLOAT, c_double DOUBLE,
  c_dec10 DECIMAL(10, 2), c_dec20 DECIMAL(20, 4), c_dec38 DECIMAL(38, 10), c_boolean BOOLEAN, c_string STRING,
  c_binary BINARY, c_date DATE, c_timestamp TIMESTAMP, c_ntz TIMESTAMP_NTZ) USING delta
TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true');

INSERT INTO ${table} VALUES
  (1, 1, 2, 3, 4, 1.5, 2.25, 1.10, 12345678901.2345, 1234567890123456789012345678.0123456789, true, 'texto',
   X'01FF', DATE'2026-01-01', TIMESTAMP'2026-01-01 10:00:00.123456Z', TIMESTAMP_NTZ'2026-01-01 10:00:00.123456'),
  (2, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  (3, -128, -32768, -2147483648, -9223372036854775808, float('-Infinity'), double('NaN'), -99999999.99,
   -9999999999999999.9999, -9999999999999999999999999999.9999999999, false, '', X'', DATE'0001-01-01',
   TIMESTAMP'0001-01-01 00:00:00.000001Z', TIMESTAMP_NTZ'0001-01-01 00:00:00.000001'),
  (4, 127, 32767, 2147483647, 9223372036854775807, float('NaN'), double('Infinity'), 99999999.99,
   9999999999999999.9999, 9999999999999999999999999999.9999999999, true, 'ñ 日本 🎉 "\\/\t\n\u0001', X'00',
   DATE'9999-12-31', TIMESTAMP'9999-12-31 23:59:59.999999Z', TIMESTAMP_NTZ'9999-12-31 23:59:59.999999'),
  (5, 0, 0, 0, 0, float('-0.0'), double('-0.0'), 0, 0, 0, false, ' ', X'20', DATE'1582-10-04',
   TIMESTAMP'1969-12-31 23:59:59.999999Z', TIMESTAMP_NTZ'1582-10-04 12:00:00'),
  (6, 6, 6, 6, 6, float('1.0E-40'), double('1.7976931348623157E308'), 0.01, 0.0001, 0.0000000001, true, 'NULL',
   X'C328', DATE'1500-02-28', TIMESTAMP'1500-02-28 23:59:59.999999Z', TIMESTAMP_NTZ'1969-12-31 23:59:59.999999');

-- Equal values, though -0.0 became 0.0: no history.
UPDATE ${table} SET c_float = abs(c_float), c_double = abs(c_double) WHERE id = 5;

UPDATE ${table} SET c_double = double('NaN') WHERE id = 3;

UPDATE ${table} SET c_string = '', c_binary = X'' WHERE id = 2;

UPDATE ${table} SET c_timestamp = TIMESTAMP'2026-01-01 10:00:00.123457Z' WHERE id = 1;

UPDATE ${table} SET c_dec38 = -9999999999999999999999999999.9999999998 WHERE id = 3;

UPDATE ${table} SET c_float = 0, c_double = 1 WHERE id IN (3, 4);

DELETE FROM ${table} WHERE id = 6;
