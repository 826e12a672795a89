package io.deltascd.table;

import java.util.List;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.ShutdownHookManager;

/**
 * Hadoop closes its file systems when the process ends, by a hook of the JVM. On a cluster its
 * classes come from the class loader of a Flink job, which Flink closes before: as soon as {@code
 * flink run} has handed the job over, or when the job has ended. A class that the hook needs then
 * for the first time cannot be loaded any more, and the hook dies with a NoClassDefFoundError on
 * the terminal.
 */
final class HadoopShutdown {

  /** What nothing but the hook uses: it sorts what is to be done, and names the users. */
  private static final List<String> CLASSES =
      List.of(
          ShutdownHookManager.class.getName() + "$2",
          UserGroupInformation.class.getName() + "$RealUser");

  private HadoopShutdown() {}

  /** Loads what the hook will need. */
  static void load() {
    for (String name : CLASSES) {
      try {
        Class.forName(name, true, ShutdownHookManager.class.getClassLoader());
      } catch (ClassNotFoundException e) {
        // Another Hadoop, in Flink's lib, where classes can be loaded to the end.
      }
    }
  }
}
