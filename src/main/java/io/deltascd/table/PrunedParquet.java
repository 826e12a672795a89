package io.deltascd.table;

import io.delta.kernel.defaults.internal.parquet.ParquetFileReader.BatchReadSupport;
import io.delta.kernel.engine.FileReadResult;
import io.delta.kernel.exceptions.KernelEngineException;
import io.delta.kernel.types.MetadataColumnSpec;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterator;
import java.io.IOException;
import java.util.NoSuchElementException;
import javax.annotation.Nullable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.conf.HadoopParquetConfiguration;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.api.InitContext;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.io.InputFile;

/**
 * The batches of one Parquet file, as Kernel's reader makes them, from exactly the fields that are
 * asked for. The file is opened with the first row.
 */
final class PrunedParquet implements CloseableIterator<FileReadResult> {
  private static final int BATCH = 1024;

  private final String path;
  private final Configuration hadoop;
  private final boolean numbered;
  private final Fields fields;
  @Nullable private ParquetReader<Object> reader;
  private boolean ready;

  /**
   * @param path not encoded
   * @param schema the physical columns to read, perhaps with the row's number
   */
  PrunedParquet(String path, StructType schema, Configuration hadoop) {
    this.path = path;
    this.hadoop = hadoop;
    this.numbered = schema.contains(MetadataColumnSpec.ROW_INDEX);
    this.fields = new Fields(schema);
  }

  /** Kernel's way to turn rows into batches, from another choice of the file's fields. */
  private static final class Fields extends BatchReadSupport {
    private final StructType schema;

    Fields(StructType schema) {
      super(BATCH, schema);
      this.schema = schema;
    }

    @Override
    public ReadContext init(InitContext context) {
      return new ReadContext(PrunedSchema.of(context.getFileSchema(), schema));
    }
  }

  /** Makes a reader of rows that only {@link Fields} keeps. */
  private static final class Rows extends ParquetReader.Builder<Object> {
    private final Fields fields;

    Rows(InputFile file, Configuration hadoop, Fields fields) {
      super(file, new HadoopParquetConfiguration(hadoop));
      this.fields = fields;
    }

    @Override
    protected ReadSupport<Object> getReadSupport() {
      return fields;
    }
  }

  @Override
  public boolean hasNext() {
    try {
      if (reader == null) {
        reader = new Rows(HadoopInputFile.fromPath(new Path(path), hadoop), hadoop, fields).build();
      }
      ready = ready || reader.read() != null;
      return ready;
    } catch (IOException e) {
      throw new KernelEngineException("Error reading Parquet file: " + path, e);
    }
  }

  @Override
  public FileReadResult next() {
    if (!hasNext()) {
      throw new NoSuchElementException(path);
    }
    int rows = 0;
    do {
      fields.finalizeCurrentRow(numbered ? reader.getCurrentRowIndex() : -1);
      ready = false;
      rows++;
    } while (rows < BATCH && hasNext());
    return new FileReadResult(fields.getDataAsColumnarBatch(rows), path);
  }

  @Override
  public void close() throws IOException {
    if (reader != null) {
      reader.close();
    }
  }
}
