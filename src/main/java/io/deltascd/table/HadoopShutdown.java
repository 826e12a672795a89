package io.deltascd.table;

import org.apache.hadoop.util.ShutdownHookManager;

/**
 * Hadoop closes its file systems when the process ends, by a hook of the JVM. On a cluster its
 * classes come from the class loader of a Flink job, which Flink closes before: as soon as {@code
 * flink run} has handed the job over, or when the job has ended. A class that the hook needs then
 * for the first time cannot be loaded any more, and the hook dies with a NoClassDefFoundError on
 * the terminal.
 */
final class HadoopShutdown {

  /** The one class that nothing but the hook uses: it sorts what is to be done. */
  private static final String ORDER = ShutdownHookManager.class.getName() + "$2";

  private HadoopShutdown() {}

  /** Loads what the hook will need. */
  static void load() {
    try {
      Class.forName(ORDER, true, ShutdownHookManager.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      // Another Hadoop, in Flink's lib, where classes can be loaded to the end.
    }
  }
}
