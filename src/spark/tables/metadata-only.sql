-- description: commits of metadata alone: properties, comments, constraints, nullability, the protocol
-- keys: id
-- start: 0

CREATE TABLE ${table} (id INT, nombre STRING NOT NULL, valor INT) USING delta
TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true');

INSERT INTO ${table} VALUES (1, 'a', 1), (2, 'b', 2);

ALTER TABLE ${table} SET TBLPROPERTIES ('equipo' = 'datos', 'delta.appendOnly' = 'false');

COMMENT ON TABLE ${table} IS 'una tabla';

ALTER TABLE ${table} ALTER COLUMN valor COMMENT 'en euros';

UPDATE ${table} SET valor = 10 WHERE id = 1;

ALTER TABLE ${table} ALTER COLUMN nombre DROP NOT NULL;

INSERT INTO ${table} VALUES (3, NULL, 3);

ALTER TABLE ${table} ADD CONSTRAINT positivo CHECK (valor > 0);

ALTER TABLE ${table} UNSET TBLPROPERTIES ('equipo');

ALTER TABLE ${table} SET TBLPROPERTIES ('delta.enableDeletionVectors' = 'true');

DELETE FROM ${table} WHERE id = 2;
