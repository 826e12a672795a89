package io.deltascd.table;

import io.delta.kernel.engine.Engine;
import io.delta.kernel.engine.ExpressionHandler;
import io.delta.kernel.engine.FileSystemClient;
import io.delta.kernel.engine.JsonHandler;
import io.delta.kernel.engine.MetricsReporter;
import io.delta.kernel.engine.ParquetHandler;
import java.util.List;

/**
 * An engine that reads and writes Parquet or JSON files in another way than the one it stands on.
 *
 * @param engine that does everything else
 * @param parquet reads and writes Parquet files
 * @param json reads and writes JSON files
 */
record KernelEngine(Engine engine, ParquetHandler parquet, JsonHandler json) implements Engine {

  /** As an engine, but for Parquet files. */
  KernelEngine(Engine engine, ParquetHandler parquet) {
    this(engine, parquet, engine.getJsonHandler());
  }

  @Override
  public ExpressionHandler getExpressionHandler() {
    return engine.getExpressionHandler();
  }

  @Override
  public JsonHandler getJsonHandler() {
    return json;
  }

  @Override
  public FileSystemClient getFileSystemClient() {
    return engine.getFileSystemClient();
  }

  @Override
  public ParquetHandler getParquetHandler() {
    return parquet;
  }

  @Override
  public List<MetricsReporter> getMetricsReporters() {
    return engine.getMetricsReporters();
  }
}
