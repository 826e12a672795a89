/**
 * Delta Spark as an independent oracle, a maker of sample tables, and the other side of the
 * benchmark. It is built apart from the product ({@code mvn -f src/spark/pom.xml package} fills
 * {@code target/spark/lib}) and runs in a JVM of its own:
 *
 * <pre>{@code
 * java @src/spark/jvm.options -cp 'target/spark/lib/*' io.deltascd.spark.DeltaSpark DIRECTORY
 * }</pre>
 *
 * <p>{@link io.deltascd.spark.DeltaSpark} takes names of request files from standard input. A file
 * has one JSON request a line. {@code out} names the file for the result, JSON lines as the product
 * prints them; fields in brackets may be left out.
 *
 * <ul>
 *   <li>{@code {"op":"sql","statements":["…"],["out"]}}: runs statements; {@code out} only gives
 *       the error file its name.
 *   <li>{@code {"op":"rows","table":PATH,["version":N],"out":FILE}}: a snapshot.
 *   <li>{@code {"op":"query","sql":"…","out":FILE}}: any query.
 *   <li>{@code {"op":"time","sql":"…","out":FILE}}: any query, whose rows are thrown away; {@code
 *       out} gets {@code {"seconds":…}}.
 *   <li>{@code {"op":"feed","table":PATH,"from":N,["to":M],"out":FILE}}: the change data feed, both
 *       ends included.
 *   <li>{@code {"op":"history","table":PATH,"keys":["…"],"start":N,["end":M],["columns":["…"]],
 *       ["tracked":["…"]],["versions":true],"out":FILE}}: the SCD2 history from the snapshot of
 *       version N on, with the version columns if asked for.
 *   <li>{@code {"op":"bench-silver","path":PATH,"rows":N,"commits":N,"mergeRows":N,["seed":N],
 *       ["out"]}}: a silver table for benchmarks; {@code out} gets {@code {"seconds":…}}.
 *   <li>{@code {"op":"notebook","silver":PATH,"gold":PATH,"keys":["…"],"from":N,"to":M,["out"]}}:
 *       gold as notebooks make it, loaded from the snapshot of version N if gold is not there, else
 *       with the changes of versions N to M; {@code out} gets {@code {"seconds":…}}.
 * </ul>
 *
 * <p>{@link io.deltascd.spark.MakeTables} makes the tables that are kept as resources, from the
 * scripts in {@code src/spark/tables}. {@code mvn -Pmake-tables -DskipTests verify} runs it for
 * all, and with {@code -Dtables=types,plain} for some.
 */
package io.deltascd.spark;
