-- description: RESTORE over INSERT, UPDATE, OPTIMIZE and a dropped partition, back and forth
-- keys: id
-- start: 0

CREATE TABLE ${table} (id INT, zona STRING, valor INT) USING delta PARTITIONED BY (zona)
TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true', 'delta.enableDeletionVectors' = 'true');

INSERT INTO ${table} SELECT /*+ COALESCE(1) */ * FROM VALUES (1, 'n', 1), (2, 'n', 2), (3, 's', 3), (4, NULL, 4);

INSERT INTO ${table} SELECT /*+ COALESCE(1) */ * FROM VALUES (5, 'n', 5), (6, 's', 6);

UPDATE ${table} SET valor = valor * 10 WHERE id IN (1, 3);

OPTIMIZE ${table};

DELETE FROM ${table} WHERE zona = 'n';

RESTORE TABLE ${table} TO VERSION AS OF 3;

RESTORE TABLE ${table} TO VERSION AS OF 1;

RESTORE TABLE ${table} TO VERSION AS OF 4;

-- Brings back nothing that is not there.
RESTORE TABLE ${table} TO VERSION AS OF 3;

RESTORE TABLE ${table} TO VERSION AS OF 0;
