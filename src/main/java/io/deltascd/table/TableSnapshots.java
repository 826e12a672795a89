package io.deltascd.table;

import io.delta.kernel.Snapshot;
import io.delta.kernel.TableManager;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.exceptions.TableNotFoundException;
import io.delta.kernel.exceptions.UnsupportedProtocolVersionException;
import io.delta.kernel.exceptions.UnsupportedTableFeatureException;
import io.deltascd.config.TableLocation;
import io.deltascd.model.PipelineException;
import java.io.IOException;

/** Snapshots of tables that a job writes, or that somebody looks at. */
final class TableSnapshots {

  private TableSnapshots() {}

  /** A table as of a version. */
  static Snapshot at(Engine engine, String root, long version) throws IOException {
    return KernelCalls.reading(
        "version " + version + " of " + root,
        () -> TableManager.loadSnapshot(root).atVersion(version).build(engine));
  }

  /**
   * The newest snapshot of a table; a missing table is Kernel's exception.
   *
   * @throws PipelineException if the table has features that Kernel cannot read
   */
  static Snapshot latest(Engine engine, String root) throws IOException {
    try {
      return KernelCalls.reading(
          "the log of " + root, () -> TableManager.loadSnapshot(root).build(engine));
    } catch (UnsupportedProtocolVersionException | UnsupportedTableFeatureException e) {
      throw SilverMetadata.unreadable("The table", root, e);
    }
  }

  /**
   * The newest snapshot of gold.
   *
   * @throws PipelineException if there is no gold, or one with features that Kernel cannot read
   */
  static Snapshot ofGold(Engine engine, TableLocation gold) throws IOException {
    try {
      return latest(engine, KernelEngines.rootUri(gold));
    } catch (TableNotFoundException e) {
      throw GoldChecks.missing(gold, e);
    }
  }
}
