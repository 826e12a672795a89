package io.deltascd.sink;

import io.deltascd.config.SourceConfig;
import io.deltascd.config.TargetConfig;
import io.deltascd.model.StartPoint;
import io.deltascd.model.WireRecord;
import io.deltascd.table.GoldSchema;
import org.apache.flink.streaming.api.operators.AbstractStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;

/** Creates the {@link GoldOperator} on the task, where its mailbox is known. */
final class GoldOperatorFactory extends AbstractStreamOperatorFactory<WriteResult>
    implements OneInputStreamOperatorFactory<WireRecord, WriteResult> {
  private static final long serialVersionUID = 1L;

  private final SourceConfig source;
  private final TargetConfig target;
  private final GoldSchema schema;
  private final StartPoint start;

  GoldOperatorFactory(
      SourceConfig source, TargetConfig target, GoldSchema schema, StartPoint start) {
    this.source = source;
    this.target = target;
    this.schema = schema;
    this.start = start;
  }

  @Override
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // as the interface has it
  public <T extends StreamOperator<WriteResult>> T createStreamOperator(
      StreamOperatorParameters<WriteResult> parameters) {
    return (T) new GoldOperator(parameters, source, target, schema, start);
  }

  @Override
  @SuppressWarnings("rawtypes") // as the interface has it
  public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
    return GoldOperator.class;
  }
}
