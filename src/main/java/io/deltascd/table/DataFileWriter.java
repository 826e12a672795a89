package io.deltascd.table;

import io.deltascd.config.TableLocation;
import io.deltascd.model.DataFile;
import io.deltascd.model.FileId;
import java.io.Closeable;
import java.io.IOException;
import java.util.UUID;
import org.apache.flink.table.data.RowData;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.util.HadoopStreams;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes one Parquet file of gold, or of a dead-letter table, row by row. Its path is known from
 * the start, so that a row's position (file, row number) is known as soon as it is written.
 *
 * <p>A row group is held in memory, about {@value #ROW_GROUP_BYTES} bytes. Not thread-safe.
 */
public final class DataFileWriter implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(DataFileWriter.class);
  private static final int ROW_GROUP_BYTES = 32 << 20;
  private static final int ROWS_BETWEEN_LOOKS = 256;

  /** Of long texts few rows fill the memory. */
  private static final long TEXTS_BETWEEN_LOOKS = 8 << 20;

  private final FileColumns columns;
  private final TableStorage storage;
  private final String path;
  private final FileId id;
  private final GoldPartition partition;
  private final ParquetRows parquetRows;
  private final ParquetWriter<RowData> parquet;
  private long rows;
  private long textsAtLook;
  private boolean open = true;

  /**
   * Begins a file of gold.
   *
   * @param gold the table
   * @param schema its columns
   * @param partition the values that all of the rows have in the partition columns
   * @param prefix part of the file's name that says who wrote it, letters, digits and dashes
   * @throws io.deltascd.model.PipelineException if files cannot be created there, now or later
   * @throws IOException if the file cannot be created now
   */
  public DataFileWriter(
      TableLocation gold, GoldSchema schema, GoldPartition partition, String prefix)
      throws IOException {
    this(gold, new FileColumns(schema.file(), schema.columnsWithStatistics()), partition, prefix);
  }

  private DataFileWriter(
      TableLocation table, FileColumns columns, GoldPartition partition, String prefix)
      throws IOException {
    this.columns = columns;
    this.storage = new TableStorage(table);
    this.partition = partition;
    this.path =
        (partition.directory().isEmpty() ? "" : partition.directory() + "/")
            + "part-%s-%s.zstd.parquet".formatted(prefix, UUID.randomUUID());
    this.id = FileId.of(path);
    this.parquetRows = new ParquetRows(columns.rows());
    this.parquet = parquet();
  }

  /**
   * Begins a file of a dead-letter table.
   *
   * @param table where it lies
   * @param schema its columns
   * @param prefix as for gold
   */
  public static DataFileWriter ofDeadLetters(
      TableLocation table, DeadLetterSchema schema, String prefix) throws IOException {
    return new DataFileWriter(table, schema.file(), GoldPartition.NONE, prefix);
  }

  private ParquetWriter<RowData> parquet() throws IOException {
    try {
      return new Builder(new TableFile(storage, path), parquetRows)
          .withConf(storage.configuration())
          .withCompressionCodec(CompressionCodecName.ZSTD)
          .withDictionaryEncoding(true)
          .withRowGroupSize((long) ROW_GROUP_BYTES)
          // Else a hundred rows come into memory before their size is looked at.
          .withMinRowCountForPageSizeCheck(1)
          .build();
    } catch (IOException e) {
      throw StorageErrors.writing(storage.absolute(path), e);
    }
  }

  /** The short name of the file's path, relative to the table as the log will spell it. */
  public FileId id() {
    return id;
  }

  /**
   * Appends a row.
   *
   * @param row the columns of the file, see {@link GoldSchema#file()}, in that order; may be reused
   *     afterwards
   * @return its number in the file, from 0
   * @throws IOException if the file can no longer be written; only {@link #close()} helps then. As
   *     a {@link io.deltascd.model.PipelineException} if no other file could be either
   */
  public long write(RowData row) throws IOException {
    try {
      parquet.write(row);
    } catch (IOException e) {
      throw StorageErrors.writing(storage.absolute(path), e);
    }
    return rows++;
  }

  /** Bytes so far: what has been written, and what waits in memory, not yet compressed. */
  public long size() {
    return parquet.getDataSize();
  }

  /**
   * Whether the file has reached a size, give or take some rows: the size of an open file is summed
   * up over its columns, which would be too dear for each row.
   *
   * @param bytes see {@link #size()}
   */
  public boolean hasReached(long bytes) {
    long texts = parquetRows.bytesOfVariableLength();
    if (rows % ROWS_BETWEEN_LOOKS != 1 && texts - textsAtLook < TEXTS_BETWEEN_LOOKS) {
      return false;
    }
    textsAtLook = texts;
    return size() >= bytes;
  }

  /** Number of rows so far. */
  public long rows() {
    return rows;
  }

  /**
   * Completes the file. It becomes part of the table with a commit only.
   *
   * @throws IOException if it could not be completed, or a {@link
   *     io.deltascd.model.PipelineException}; {@link #close()} then removes it
   */
  public DataFile finish() throws IOException {
    FileStatus status;
    try {
      parquet.close();
      status = storage.status(path);
    } catch (IOException e) {
      throw StorageErrors.writing(storage.absolute(path), e);
    }
    String stats = FileStatistics.of(parquet.getFooter(), columns.rows(), columns.withStatistics());
    open = false;
    return new DataFile(
        path, partition.values(), status.getLen(), status.getModificationTime(), rows, stats);
  }

  /** Gives the file up and removes it, unless it is finished; never fails. */
  @Override
  public void close() {
    if (!open) {
      return;
    }
    open = false;
    try {
      parquet.close();
    } catch (IOException | RuntimeException e) {
      LOG.debug("The unfinished file {} could not be closed", path, e);
    }
    try {
      storage.delete(path);
    } catch (IOException | RuntimeException e) {
      LOG.info("The unfinished file {} stays until VACUUM: {}", path, e.toString());
    }
  }

  /** The file as Parquet wants it. */
  private record TableFile(TableStorage storage, String path) implements OutputFile {
    @Override
    public PositionOutputStream create(long blockSizeHint) throws IOException {
      return HadoopStreams.wrap(storage.create(path));
    }

    @Override
    public PositionOutputStream createOrOverwrite(long blockSizeHint) throws IOException {
      return create(blockSizeHint);
    }

    @Override
    public boolean supportsBlockSize() {
      return false;
    }

    @Override
    public long defaultBlockSize() {
      return 0;
    }

    @Override
    public String getPath() {
      return path;
    }
  }

  /** Parquet's writer around {@link ParquetRows}. */
  private static final class Builder extends ParquetWriter.Builder<RowData, Builder> {
    private final ParquetRows rows;

    Builder(OutputFile file, ParquetRows rows) {
      super(file);
      this.rows = rows;
    }

    @Override
    protected Builder self() {
      return this;
    }

    @Override
    @SuppressWarnings("deprecation") // the only one that is abstract
    protected WriteSupport<RowData> getWriteSupport(Configuration configuration) {
      return rows;
    }
  }
}
