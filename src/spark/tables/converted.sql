-- description: Parquet files in partition directories taken over by CONVERT TO DELTA
-- keys: id
-- start: 0

INSERT OVERWRITE DIRECTORY '${path}/zona=norte' USING parquet SELECT /*+ COALESCE(1) */ * FROM VALUES (1, 'a'), (2, 'b') AS t(id, nombre);

INSERT OVERWRITE DIRECTORY '${path}/zona=a%20b%25' USING parquet SELECT /*+ COALESCE(1) */ 3 AS id, 'c' AS nombre;

INSERT OVERWRITE DIRECTORY '${path}/zona=__HIVE_DEFAULT_PARTITION__' USING parquet SELECT /*+ COALESCE(1) */ 4 AS id, 'd' AS nombre;

SET spark.databricks.delta.properties.defaults.enableChangeDataFeed = true;

CONVERT TO DELTA parquet.`${path}` PARTITIONED BY (zona STRING);

UPDATE ${table} SET nombre = upper(nombre) WHERE id IN (1, 3);

DELETE FROM ${table} WHERE zona IS NULL;

UPDATE ${table} SET zona = 'sur' WHERE id = 3;
