package io.deltascd.table;

import io.deltascd.model.Key;
import io.deltascd.model.KeyEncoder;
import io.deltascd.model.KeyEncoder.NullKeyException;
import io.deltascd.model.PipelineException;
import io.deltascd.model.StableHash;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.ToLongFunction;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/**
 * Whether the key columns identify rows, such as those of one version of silver: counts nulls and
 * repeated keys.
 *
 * <p>Reads the key columns alone, and holds 8 bytes for each row. If that is too much for the heap,
 * it reads them several times, for a part of the keys each. Where keys repeat it reads them once
 * more.
 */
public final class KeyCensus {
  /** How many rows with a null, and how many repeated keys, are shown. */
  static final int EXAMPLES = 3;

  /** A quarter of the heap for values of 8 bytes. */
  private static final long HEAP_BYTES_FOR_EACH_VALUE = 32;

  /**
   * A key that stands in several rows.
   *
   * @param key its columns, of {@link Result#keyType()}
   * @param rows how many
   */
  public record Group(RowData key, long rows) {}

  /**
   * What was counted.
   *
   * @param keyType the key columns
   * @param rows of the table
   * @param nullRows rows with a null in the key
   * @param nulls some of these, their key columns
   * @param repeatedKeys keys without null that stand in more than one row
   * @param repeatedRows the rows of these keys
   * @param repeated some of these keys
   */
  public record Result(
      RowType keyType,
      long rows,
      long nullRows,
      List<RowData> nulls,
      long repeatedKeys,
      long repeatedRows,
      List<Group> repeated) {}

  /**
   * How keys are told apart at first.
   *
   * @param hash of a key
   * @param mostValues how many hashes are held at a time
   */
  record Hashing(ToLongFunction<Key> hash, long mostValues) {}

  private final VersionRows source;
  private final KeyEncoder encoder;
  private long rows;
  private long nullRows;
  private final List<RowData> nulls = new ArrayList<>();

  private KeyCensus(VersionRows source) {
    this.source = source;
    this.encoder = new KeyEncoder(source.type(), source.type().getFieldNames());
  }

  /**
   * Counts the rows without a key, and the keys that several rows have.
   *
   * @param keys rows of the key columns alone, each of a type that can be a key
   * @throws PipelineException if a file is gone
   * @throws IOException if the storage failed
   */
  public static Result of(VersionRows keys) throws IOException {
    long mostValues = Runtime.getRuntime().maxMemory() / HEAP_BYTES_FOR_EACH_VALUE;
    return of(keys, new Hashing(KeyCensus::hash, mostValues));
  }

  /** As the other, with a hash function of the caller's. */
  static Result of(VersionRows keys, Hashing hashing) throws IOException {
    try {
      return new KeyCensus(keys).run(hashing);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Evenly spread over all 64 bits. */
  private static long hash(Key key) {
    return StableHash.mix(StableHash.fnv1a(StableHash.FNV_OFFSET, key.bytes()));
  }

  private Result run(Hashing hashing) throws IOException {
    long repeatedKeys = 0;
    long repeatedRows = 0;
    List<Group> examples = new ArrayList<>();
    HashBuckets range = HashBuckets.first(hashing.mostValues());
    while (true) {
      HashBuckets hashes = range;
      read((key, row) -> hashes.add(hashing.hash().applyAsLong(key)));
      long[] repeated = hashes.repeated();
      if (repeated.length > 0) {
        RepeatedKeys confirmed =
            new RepeatedKeys(hashing.hash(), repeated, EXAMPLES - examples.size());
        read(confirmed::count);
        repeatedKeys += confirmed.keys();
        repeatedRows += confirmed.rows();
        examples.addAll(confirmed.examples());
      }
      if (!range.hasNext()) {
        return new Result(
            source.type(),
            rows,
            nullRows,
            nulls,
            repeatedKeys,
            repeatedRows,
            List.copyOf(examples));
      }
      range = range.next();
    }
  }

  /** Visits the rows whose key has no null, and counts all rows anew. */
  private void read(BiConsumer<Key, RowData> visitor) throws IOException {
    rows = 0;
    nullRows = 0;
    nulls.clear();
    try (ChangeRows all = source.open()) {
      while (all.next()) {
        visit(all.row(), visitor);
      }
    }
  }

  private void visit(RowData row, BiConsumer<Key, RowData> visitor) {
    rows++;
    Key key;
    try {
      key = encoder.encode(row);
    } catch (NullKeyException e) {
      nullRows++;
      if (nulls.size() < EXAMPLES) {
        nulls.add(row);
      }
      return;
    }
    visitor.accept(key, row);
  }
}
