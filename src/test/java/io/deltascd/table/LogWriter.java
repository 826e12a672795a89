package io.deltascd.table;

import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.actions.SetTransaction;
import io.delta.kernel.internal.actions.SingleAction;
import io.delta.kernel.internal.util.FileNames;
import io.delta.kernel.internal.util.Utils;
import io.deltascd.config.TableLocation;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** A process that tries to write each version of a log, and prints those that it got. */
final class LogWriter {

  private LogWriter() {}

  /**
   * @param args the log's directory; how many versions; the name of this writer; the other's
   */
  public static void main(String[] args) throws IOException {
    Path log = Path.of(args[0]);
    Files.createFile(log.resolveSibling(args[2]));
    while (!Files.exists(log.resolveSibling(args[3]))) {
      Thread.onSpinWait();
    }
    Engine engine = KernelEngines.engine(new TableLocation(log.getParent().toString(), Map.of()));
    for (int version = 0; version < Integer.parseInt(args[1]); version++) {
      SetTransaction action = new SetTransaction(args[2], (long) version, Optional.empty());
      try {
        engine
            .getJsonHandler()
            .writeJsonFileAtomically(
                FileNames.deltaFile("file:" + log, version),
                Utils.singletonCloseableIterator(
                    SingleAction.createTxnSingleAction(action.toRow())),
                false);
        System.out.println(version);
      } catch (FileAlreadyExistsException e) {
        // The other was faster.
      }
    }
  }
}
