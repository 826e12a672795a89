package io.deltascd.sink;

import io.deltascd.config.SourceConfig;
import io.deltascd.config.TargetConfig;
import io.deltascd.history.Aligner;
import io.deltascd.history.KeyChange;
import io.deltascd.history.OpenRows;
import io.deltascd.history.RejectedRows;
import io.deltascd.history.Scd2Rules;
import io.deltascd.history.Spill;
import io.deltascd.model.DataFile;
import io.deltascd.model.Key;
import io.deltascd.model.PipelineLabel;
import io.deltascd.model.SourceEnd;
import io.deltascd.model.StartPoint;
import io.deltascd.model.StateOrigin;
import io.deltascd.model.WireRecord;
import io.deltascd.table.GoldSchema;
import java.io.IOException;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.api.common.state.KeyedStateStore;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Keeps the history of the keys of one subtask: gathers the rows of a silver version until the
 * watermark says that it is complete, applies the rules to each key and writes gold's files.
 *
 * <p>A watermark is a silver version that has been emitted completely; {@link VersionDrain} works
 * it off. {@link Watermark#MAX_WATERMARK} tells nothing about versions and is ignored: it comes
 * from a source that had ended before a restore.
 *
 * <p>State is either restored, or built from silver's first snapshot, or filled from gold's current
 * rows; the last two begin with the source's word that it begins without state, too.
 */
final class GoldOperator extends AbstractStreamOperator<WriteResult>
    implements OneInputStreamOperator<WireRecord, WriteResult>, BoundedOneInput {
  private static final long serialVersionUID = 1L;

  private final SourceConfig source;
  private final TargetConfig target;
  private final GoldSchema schema;
  private final StartPoint start;

  private transient MailboxExecutor mailbox;
  private transient SilverSchemas schemas;
  private transient Scd2Rules rules;
  private transient Aligner aligner;
  private transient VersionDrain drain;
  private transient IndexedKeys index;
  private transient GoldRowWriter writer;
  private transient GoldCounts counts;

  /** Null if rejected rows are not kept. */
  @Nullable private transient DeadLetterWriter deadLetters;

  /** Whether the operator began without state. */
  private transient boolean fresh;

  /** Whether a watermark has come, so that the source's word is known. */
  private transient boolean sourceHeard;

  /** Whether the source has said that nothing follows. */
  private transient boolean stopped;

  private transient boolean inputEnded;

  GoldOperator(
      StreamOperatorParameters<WriteResult> parameters,
      SourceConfig source,
      TargetConfig target,
      GoldSchema schema,
      StartPoint start) {
    super(parameters);
    this.source = source;
    this.target = target;
    this.schema = schema;
    this.start = start;
    this.mailbox = parameters.getMailboxExecutor();
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    fresh = new StateOrigin(context.getOperatorStateStore(), start.pipelineId()).isFresh();
    schemas = new SilverSchemas(source.silver(), target, context.getOperatorStateStore());
    OpenRows openRows =
        target.history().keepsRows()
            ? new KeyedOpenRows(this.<Key>getKeyedStateBackend(), context.getKeyedStateStore())
            : OpenRows.NONE;
    OperatorCounts shown =
        new OperatorCounts(PipelineLabel.of(getMetricGroup(), start), getRuntimeContext());
    deadLetters = target.deadLetters() == null ? null : createDeadLetterWriter(shown);
    rules =
        new Scd2Rules(
            new Scd2Rules.Subject(source.silver().path(), target.keys(), start.goldLacksRows()),
            target.history(),
            schemas,
            openRows,
            keepsDuplicates()
                ? row -> deadLetters.add(row, DeadLetterWriter.Reason.DUPLICATE_KEY)
                : RejectedRows.NONE);
    aligner = new Aligner(target.alignMemory().getBytes(), createSpill());
    KeyStates states = keyStates(context.getKeyedStateStore());
    index = new IndexedKeys(target, states, openRows, schemas);
    writer = createWriter(states);
    drain = new VersionDrain(aligner, this::apply, mailbox, this::finished);
    counts = new GoldCounts(shown, aligner::bufferedRows);
  }

  private void finished(long version) {
    counts.finished(version);
    output.emitWatermark(new Watermark(version));
  }

  private Spill createSpill() throws Exception {
    return new KeyedSpill(
        this.<Key>getKeyedStateBackend(),
        getRuntimeContext().getTaskInfo().getMaxNumberOfParallelSubtasks());
  }

  private KeyStates keyStates(KeyedStateStore store) {
    KeyStates states = new KeyedKeyStates(this.<Key>getKeyedStateBackend(), store);
    return fresh ? new FilteredKeyStates(states, FilteredKeyStates.MOST_HASHES) : states;
  }

  private boolean keepsDuplicates() {
    return target.deadLetters() != null && target.deadLetters().duplicates();
  }

  private DeadLetterWriter createDeadLetterWriter(OperatorCounts shown) throws IOException {
    return new DeadLetterWriter(
        target.deadLetters(),
        target.fileSize().getBytes(),
        filePrefix(),
        schemas,
        start,
        shown.counter("deadLetters"));
  }

  private String filePrefix() {
    return target.ordinal() + "-" + getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
  }

  private GoldRowWriter createWriter(KeyStates states) {
    String prefix = filePrefix();
    return new GoldRowWriter(
        states,
        new GoldRows(schema, schemas),
        target.writeMemory().getBytes(),
        new GoldFiles(target, prefix),
        new GoldFiles(target, prefix));
  }

  @Override
  public void processElement(StreamRecord<WireRecord> element) throws Exception {
    WireRecord row = element.getValue();
    switch (row.kind()) {
      case SNAPSHOT -> {
        if (target.history().keepsLast()) {
          drain.add(row); // several rows of a key may come
        } else {
          rules.open(row, writer.state(row.key()), writer);
          counts.opened(row);
        }
      }
      case INDEX -> index.add(row);
      case MOVED -> index.move(row, writer.state(row.key()));
      case CHANGE, REJECTED, SCHEMA, RESYNC -> drain.add(row);
    }
  }

  @Override
  public void processWatermark(Watermark watermark) throws Exception {
    if (watermark.getTimestamp() == Watermark.MAX_WATERMARK.getTimestamp()) {
      return;
    }
    if (watermark.getTimestamp() == SourceEnd.WATERMARK) {
      stopped = true;
      return;
    }
    boolean sourceFresh = watermark.getTimestamp() == StateOrigin.FRESH;
    if (!sourceHeard) {
      checkSource(sourceFresh);
      sourceHeard = true;
    }
    if (sourceFresh) {
      return;
    }
    drain.complete(watermark);
  }

  private void checkSource(boolean sourceFresh) {
    if (sourceFresh != fresh) {
      throw StateOrigin.mixed(
          sourceFresh
              ? "state of the history, but none of the source"
              : "state of the source, but none of the history");
    }
  }

  private void apply(Key key, long version, KeyChange change) throws Exception {
    WireRecord first = change.rows().get(0);
    switch (first.kind()) {
      case REJECTED -> reject(version, change);
      case SCHEMA -> counts.columns(schemas.schema(first.schemaId()), change, version);
      default -> {
        Scd2Rules.Effect effect = rules.apply(writer.state(key), change, writer);
        counts.applied(change, version, effect);
      }
    }
  }

  private void reject(long version, KeyChange change) throws Exception {
    if (deadLetters == null) {
      return; // they waited in the state of a run that had a table for them
    }
    for (WireRecord row : change.rows()) {
      deadLetters.add(row, DeadLetterWriter.Reason.NULL_KEY);
    }
    counts.rejected(change, version);
  }

  @Override
  public void prepareSnapshotPreBarrier(long checkpointId) throws Exception {
    if (inputEnded) {
      return;
    }
    drain.beforeBarrier();
    emitResult();
  }

  /** The last result. Barriers still come afterwards, but there is nothing more to send. */
  @Override
  public void endInput() throws Exception {
    drain.finish();
    emitResult();
    inputEnded = true;
  }

  private void emitResult() throws Exception {
    List<DataFile> files = writer.takeFiles();
    List<DataFile> letters = deadLetters == null ? List.of() : deadLetters.take();
    counts.duplicates(rules.takeDuplicates());
    counts.copied(aligner.takeCopies());
    counts.written(files);
    output.collect(
        new StreamRecord<>(
            new WriteResult(
                target.ordinal(),
                getRuntimeContext().getTaskInfo().getIndexOfThisSubtask(),
                getRuntimeContext().getTaskInfo().getNumberOfParallelSubtasks(),
                fresh,
                drain.finished(),
                stopped && !drain.isBusy(),
                counts.take(files, writer.takeMarks(), letters))));
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    aligner.spillAll();
    super.snapshotState(context);
  }

  @Override
  public void close() throws Exception {
    if (writer != null) {
      writer.close();
    }
    if (deadLetters != null) {
      deadLetters.close();
    }
    super.close();
  }
}
