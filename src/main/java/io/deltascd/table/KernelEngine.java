package io.deltascd.table;

import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.engine.ExpressionHandler;
import io.delta.kernel.engine.FileSystemClient;
import io.delta.kernel.engine.JsonHandler;
import io.delta.kernel.engine.MetricsReporter;
import io.delta.kernel.engine.ParquetHandler;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** Kernel's default engine, with a Parquet reader that gets structs inside of maps right. */
final class KernelEngine implements Engine {
  private final Engine engine;
  private final ParquetHandler parquet;

  KernelEngine(Configuration hadoop) {
    this.engine = DefaultEngine.create(hadoop);
    this.parquet = new MapAwareParquet(engine.getParquetHandler(), hadoop);
  }

  @Override
  public ExpressionHandler getExpressionHandler() {
    return engine.getExpressionHandler();
  }

  @Override
  public JsonHandler getJsonHandler() {
    return engine.getJsonHandler();
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
