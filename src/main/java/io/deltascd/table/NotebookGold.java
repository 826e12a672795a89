package io.deltascd.table;

import io.delta.kernel.Operation;
import io.delta.kernel.Snapshot;
import io.delta.kernel.Transaction;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.exceptions.KernelException;
import io.delta.kernel.exceptions.TableNotFoundException;
import io.delta.kernel.exceptions.UnsupportedTableFeatureException;
import io.delta.kernel.internal.TableConfig;
import io.delta.kernel.internal.util.ColumnMapping.ColumnMappingMode;
import io.delta.kernel.transaction.UpdateTableTransactionBuilder;
import io.delta.kernel.utils.CloseableIterable;
import io.deltascd.config.Finding;
import io.deltascd.config.TableLocation;
import io.deltascd.model.HistorySettings;
import io.deltascd.model.PipelineException;
import io.deltascd.model.Progress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.apache.flink.table.types.logical.RowType;

/**
 * A gold that a notebook has kept so far: the usual pattern closes the open rows of all changed
 * keys by a MERGE, appends the new records, and then sets the table property {@value #LAST_VERSION}
 * to the last version of silver that it has applied.
 *
 * <p>It is looked at as of one version, and made ours by a commit on that version. Not thread-safe.
 */
public final class NotebookGold {
  /** The table property with the version of silver that the notebook has applied last. */
  public static final String LAST_VERSION = "scd2.last_processed_version";

  /** What a gold of ours is created with. */
  private static final Map<String, String> OURS =
      Map.of(
          TableConfig.DELETION_VECTORS_CREATION_ENABLED.getKey(),
          "true",
          "delta.feature.domainMetadata",
          "supported");

  private final TableLocation location;
  private final Engine engine;
  private final Snapshot snapshot;

  private NotebookGold(TableLocation location, Engine engine, Snapshot snapshot) {
    this.location = location;
    this.engine = engine;
    this.snapshot = snapshot;
  }

  /**
   * Looks at the table at gold's path.
   *
   * @return empty if it is one of ours
   * @throws PipelineException if there is no table, or none that can be read
   */
  public static Optional<NotebookGold> find(TableLocation gold) throws IOException {
    WriterSafety.require(gold);
    Engine engine = KernelEngines.engine(gold);
    Snapshot snapshot;
    try {
      snapshot = TableSnapshots.latest(engine, KernelEngines.rootUri(gold));
    } catch (TableNotFoundException e) {
      throw new PipelineException(
          "There is no gold to adopt",
          gold.path(),
          "no table",
          "the table that a notebook has kept so far",
          "correct target.path, or take target.adopt away to have gold created",
          e);
    }
    return GoldChecks.isOurs(snapshot, gold)
        ? Optional.empty()
        : Optional.of(new NotebookGold(gold, engine, snapshot));
  }

  /** The version of gold that is looked at. */
  public long version() {
    return snapshot.getVersion();
  }

  /** What stands in the property {@value #LAST_VERSION}; empty if there is none. */
  public Optional<String> lastVersion() {
    return Optional.ofNullable(snapshot.getTableProperties().get(LAST_VERSION));
  }

  /** The settings of history that go with the partitions of this gold. */
  public HistorySettings inItsLayout(HistorySettings history) {
    return history.partitionedBy(snapshot.getPartitionColumnNames());
  }

  /**
   * What keeps us from writing to it: features, properties, and columns that do not fit.
   *
   * @param silver silver's columns at the version that gold stands at
   * @throws PipelineException if settings name a column that silver does not have, and the like
   */
  public List<Finding> obstacles(RowType silver, List<String> keys, HistorySettings history)
      throws IOException {
    List<Finding> findings = new ArrayList<>(features());
    findings.addAll(
        NotebookColumns.findings(snapshot, GoldSchema.of(silver, keys, history), location));
    if (findings.isEmpty()) {
      GoldSchema.of(silver, keys, inItsLayout(history));
    }
    return findings;
  }

  private List<Finding> features() throws IOException {
    ColumnMappingMode mode = TableConfig.COLUMN_MAPPING_MODE.fromMetadata(snapshot.getMetadata());
    try {
      GoldChecks.requireWritable(snapshot, location);
      begin(builder -> builder);
    } catch (PipelineException e) {
      return List.of(Finding.of(e));
    }
    return mode == ColumnMappingMode.NONE
        ? List.of()
        : List.of(
            new Finding(
                "Gold has a property under which it cannot be adopted",
                location + ", version " + version(),
                TableConfig.COLUMN_MAPPING_MODE.getKey() + " = " + mode.value,
                "no column mapping",
                "ALTER TABLE … SET TBLPROPERTIES ('delta.columnMapping.mode' = 'none'), which"
                    + " writes its files anew"));
  }

  /** Gold's columns once it is ours; only if there are no {@link #obstacles}. */
  public GoldSchema schema(List<String> keys, HistorySettings history) {
    return GoldSchema.existing(snapshot.getSchema(), keys, inItsLayout(history));
  }

  /**
   * All of its rows.
   *
   * @param columns in the order that they are wanted in
   */
  public VersionRows rows(List<String> columns) throws IOException {
    return VersionRows.ofGold(location, snapshot, files(), columns);
  }

  /** Its current rows; as for {@link #rows}. */
  public VersionRows currentRows(List<String> columns, HistorySettings history) throws IOException {
    GoldLayout layout = GoldLayout.of(inItsLayout(history));
    List<GoldFile> files =
        files().stream().filter(file -> layout.mayHaveCurrent(file.partitionValues())).toList();
    return VersionRows.ofCurrent(location, snapshot, layout, files, columns);
  }

  private List<GoldFile> files() throws IOException {
    List<GoldFile> files = new ArrayList<>();
    CurrentFiles.forEachFile(engine, snapshot, files::add);
    return files;
  }

  /**
   * Makes it ours: writes the progress, enables what our commits need, and takes away the property
   * {@value #LAST_VERSION}, so that a notebook that needs it stops instead of applying versions a
   * second time. All of that is one commit, on the version that was looked at.
   *
   * @throws PipelineException if someone else has committed since
   * @throws IOException if the storage failed; gold is ours or as it was, and whoever looks next
   *     will see which
   */
  public void adopt(Progress progress) throws IOException {
    Transaction transaction =
        begin(
            builder ->
                builder.withTransactionId(
                    progress.pipelineId().toString(), progress.newest().sequence()));
    transaction.addDomainMetadata(Progress.DOMAIN, progress.toJson());
    try {
      TableCommits.commit(engine, transaction, CloseableIterable.emptyIterable(), location);
    } catch (CommitConflictException e) {
      throw new PipelineException(
          "Gold has changed while it was being adopted",
          location + ", version " + (version() + 1),
          "a commit of someone else",
          "version " + version() + ", which was checked, as the newest one",
          "stop the notebook, and whatever else writes to gold, then start again",
          e);
    }
  }

  private Transaction begin(UnaryOperator<UpdateTableTransactionBuilder> with) throws IOException {
    try {
      return new GoldTransactions(engine, location)
          .build(
              snapshot,
              Operation.MANUAL_UPDATE,
              builder ->
                  with.apply(
                      builder
                          .withTablePropertiesAdded(OURS)
                          .withTablePropertiesRemoved(Set.of(LAST_VERSION))));
    } catch (KernelException e) {
      throw new PipelineException(
          "Gold is a table that cannot be written",
          location + ", version " + version(),
          e.getMessage(),
          "features that Delta Kernel 4.4 writes, and none that forbids deletion vectors",
          e instanceof UnsupportedTableFeatureException unsupported
              ? dropping(new TreeSet<>(unsupported.getUnsupportedFeatures()))
              : "ALTER TABLE … UNSET TBLPROPERTIES or DROP FEATURE, as that message tells",
          e);
    }
  }

  private static String dropping(Set<String> features) {
    return String.join(
        "; ", features.stream().map(name -> "ALTER TABLE … DROP FEATURE " + name).toList());
  }
}
