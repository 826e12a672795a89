package io.deltascd.spark;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.delta.DeltaLog;
import org.apache.spark.sql.delta.actions.Action;
import org.apache.spark.sql.delta.actions.InMemoryLogReplay;
import org.apache.spark.sql.delta.util.FileNames;
import scala.Option;
import scala.Tuple2;
import scala.collection.Iterator;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** Writes log compaction files, which Delta Spark reads but has no statement to write. */
final class LogCompaction {

  private LogCompaction() {}

  /** Sums the commits of a range up, both ends included. */
  static void write(DeltaLog log, long from, long to) {
    InMemoryLogReplay replay = new InMemoryLogReplay(Option.empty(), Option.empty());
    Iterator<Tuple2<Object, Seq<Action>>> commits = log.getChanges(from, to, Option.empty(), true);
    while (commits.hasNext()) {
      Tuple2<Object, Seq<Action>> commit = commits.next();
      replay.append((Long) commit._1(), commit._2().iterator());
    }
    List<String> lines = new ArrayList<>();
    CollectionConverters.asJava(replay.checkpoint()).forEachRemaining(a -> lines.add(a.json()));
    log.store()
        .write(
            FileNames.compactedDeltaFile(log.logPath(), from, to),
            CollectionConverters.asScala(lines.iterator()),
            false,
            log.newDeltaHadoopConf());
  }
}
