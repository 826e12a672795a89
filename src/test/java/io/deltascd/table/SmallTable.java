package io.deltascd.table;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.defaults.internal.data.DefaultColumnarBatch;
import io.delta.kernel.defaults.internal.data.vector.DefaultGenericVector;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.deletionvectors.Base85Codec;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.types.StructType;
import io.deltascd.config.TableLocation;
import io.deltascd.model.DeletionVector;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.CRC32;
import org.roaringbitmap.RoaringBitmap;

/** A Delta table written by hand: log lines as text, data files through Kernel. */
public final class SmallTable {
  /** id long, name string. */
  public static final String ID_AND_NAME =
      "{\"type\":\"struct\",\"fields\":["
          + "{\"name\":\"id\",\"type\":\"long\",\"nullable\":true,\"metadata\":{}},"
          + "{\"name\":\"name\",\"type\":\"string\",\"nullable\":true,\"metadata\":{}}]}";

  private static final String FEED_ON = "\"delta.enableChangeDataFeed\":\"true\"";

  private final Path root;
  private final Engine engine;
  private long next;

  public SmallTable(Path root) throws IOException {
    this.root = root;
    this.engine = KernelEngines.engine(location());
    Files.createDirectories(root.resolve("_delta_log"));
  }

  /** A table of id and name with the feed on; its version 0 has no rows. */
  public static SmallTable withFeed(Path root) throws IOException {
    SmallTable table = new SmallTable(root);
    table.commit(protocol(), metadata(ID_AND_NAME, "", FEED_ON));
    return table;
  }

  public TableLocation location() {
    return new TableLocation(root.toString(), Map.of());
  }

  public Path root() {
    return root;
  }

  /** Commits the next version. Commit times are whole seconds: version 3 at 1,003 s. */
  public long commit(String... actions) throws IOException {
    Path written = root.resolve("commit-" + next);
    Files.writeString(written, String.join("\n", actions) + "\n");
    Files.setLastModifiedTime(written, FileTime.fromMillis(1_000_000 + next * 1000));
    Files.move(written, commitFile(next), StandardCopyOption.REPLACE_EXISTING);
    return next++;
  }

  public void setModified(long version, long millis) throws IOException {
    Files.setLastModifiedTime(commitFile(version), FileTime.fromMillis(millis));
  }

  public Path commitFile(long version) {
    return root.resolve("_delta_log/%020d.json".formatted(version));
  }

  // Actions.

  public static String protocol() {
    return "{\"protocol\":{\"minReaderVersion\":1,\"minWriterVersion\":4}}";
  }

  /** With column mapping and deletion vectors. */
  public static String richProtocol() {
    return "{\"protocol\":{\"minReaderVersion\":3,\"minWriterVersion\":7,"
        + "\"readerFeatures\":[\"columnMapping\",\"deletionVectors\"],"
        + "\"writerFeatures\":[\"columnMapping\",\"deletionVectors\",\"changeDataFeed\"]}}";
  }

  /**
   * @param partitionColumns quoted and with commas
   * @param configuration members of a JSON object
   */
  public static String metadata(String schema, String partitionColumns, String configuration) {
    return ("{\"metaData\":{\"id\":\"table-1\",\"format\":{\"provider\":\"parquet\",\"options\":{}},"
            + "\"schemaString\":\"%s\",\"partitionColumns\":[%s],\"configuration\":{%s},"
            + "\"createdTime\":1}}")
        .formatted(schema.replace("\"", "\\\""), partitionColumns, configuration);
  }

  public static String feed(boolean on) {
    return metadata(ID_AND_NAME, "", "\"delta.enableChangeDataFeed\":\"%s\"".formatted(on));
  }

  public String add(String path) throws IOException {
    return file("add", path, "{}", true, null);
  }

  public String remove(String path) throws IOException {
    return file("remove", path, "{}", true, null);
  }

  public String cdc(String path) throws IOException {
    return file("cdc", path, "{}", false, null);
  }

  public String file(
      String action, String path, String partitionValues, boolean dataChange, DeletionVector vector)
      throws IOException {
    Path file = root.resolve(URI.create(path).getPath());
    return ("{\"%s\":{\"path\":\"%s\",\"partitionValues\":%s,\"size\":%d,\"modificationTime\":1,"
            + "\"dataChange\":%s%s}}")
        .formatted(
            action,
            path,
            partitionValues,
            Files.exists(file) ? Files.size(file) : 0,
            dataChange,
            vector == null ? "" : ",\"deletionVector\":" + json(vector));
  }

  private static String json(DeletionVector vector) {
    return ("{\"storageType\":\"%s\",\"pathOrInlineDv\":\"%s\"%s,\"sizeInBytes\":%d,"
            + "\"cardinality\":%d}")
        .formatted(
            vector.storageType(),
            vector.pathOrInline(),
            vector.offset() == null ? "" : ",\"offset\":" + vector.offset(),
            vector.sizeInBytes(),
            vector.cardinality());
  }

  // Files.

  /** Writes id and name. */
  public String write(String path, Object[]... rows) throws IOException {
    return write(path, DeltaTypes.structType(ID_AND_NAME), rows);
  }

  /** Writes id, name and change type. */
  public String writeCdc(String path, Object[]... rows) throws IOException {
    StructType schema =
        DeltaTypes.structType(ID_AND_NAME)
            .add("_change_type", io.delta.kernel.types.StringType.STRING);
    return write(path, schema, rows);
  }

  /**
   * Writes a Parquet file.
   *
   * @param path relative, URI-encoded
   * @return the path
   */
  public String write(String path, StructType schema, Object[]... rows) throws IOException {
    ColumnVector[] columns = new ColumnVector[schema.length()];
    for (int i = 0; i < columns.length; i++) {
      Object[] values = new Object[rows.length];
      for (int r = 0; r < rows.length; r++) {
        values[r] = rows[r][i];
      }
      columns[i] = DefaultGenericVector.fromArray(schema.at(i).getDataType(), values);
    }
    Path file = root.resolve(URI.create(path).getPath());
    Files.createDirectories(file.getParent());
    engine
        .getParquetHandler()
        .writeParquetFileAtomically(
            "file:" + file,
            Utils.singletonCloseableIterator(
                new FilteredColumnarBatch(
                    new DefaultColumnarBatch(rows.length, schema, columns), Optional.empty())));
    return path;
  }

  /** Writes a deletion vector into a file of its own. */
  public DeletionVector vector(int... rows) throws IOException {
    byte[] payload = payload(rows);
    UUID id = UUID.nameUUIDFromBytes(payload);
    CRC32 crc = new CRC32();
    crc.update(payload);
    ByteBuffer file = ByteBuffer.allocate(1 + 4 + payload.length + 4);
    file.put((byte) 1).putInt(payload.length).put(payload).putInt((int) crc.getValue());
    Files.write(root.resolve("deletion_vector_" + id + ".bin"), file.array());
    return new DeletionVector("u", Base85Codec.encodeUUID(id), 1, payload.length, rows.length);
  }

  /** A deletion vector that stands in the log. */
  public static DeletionVector inlineVector(int... rows) throws IOException {
    byte[] payload = payload(rows);
    return new DeletionVector(
        "i", Base85Codec.encodeBytes(payload), null, payload.length, rows.length);
  }

  private static byte[] payload(int... rows) throws IOException {
    RoaringBitmap bitmap = RoaringBitmap.bitmapOf(rows);
    int size = bitmap.serializedSizeInBytes();
    ByteBuffer buffer = ByteBuffer.allocate(4 + 8 + 4 + size).order(ByteOrder.LITTLE_ENDIAN);
    buffer.putInt(1681511377).putLong(1).putInt(0);
    bitmap.serialize(buffer);
    return buffer.array();
  }

  public static Object[] row(Object... values) {
    return values;
  }

  public static byte[] utf8(String text) {
    return text.getBytes(UTF_8);
  }
}
