package io.deltascd.table;

import io.delta.kernel.types.StructType;
import io.deltascd.config.ChangeCapture;
import io.deltascd.config.TableLocation;
import io.deltascd.model.PipelineException;
import io.deltascd.model.SilverSchema;
import java.io.IOException;
import org.apache.flink.table.types.logical.RowType;

/**
 * Reads the changes of a table as rows, one after the other: the table's columns, then {@code
 * _change_type}, {@code _commit_version} and {@code _commit_timestamp}. They come from the change
 * data feed; if that is off in the newest version, from the best that each version offers, as
 * {@link FeedCommits} says. Made for people and tests; a job reads files in parallel.
 */
public final class FeedReader {
  private static final String REMEDY =
      "read up to the version before, and from this version on in another call";

  private final TableLocation table;
  private final SilverTable silver;
  private final FeedVersions versions;
  private final SilverSchema silverSchema;
  private final RowType schema;

  private FeedReader(
      TableLocation table, SilverTable silver, FeedVersions versions, SilverSchema silverSchema) {
    this.table = table;
    this.silver = silver;
    this.versions = versions;
    this.silverSchema = silverSchema;
    this.schema = FeedColumns.after(DeltaTypes.rowType(silverSchema.json()));
  }

  /**
   * Opens a range of the feed: without a start from the oldest version from which on all changes
   * can be read, without an end up to the newest one.
   *
   * @throws PipelineException if there is no table, if not all changes of the range can be read, or
   *     if a column has a type that is not supported
   */
  public static FeedReader open(TableLocation table, FeedRange range) throws IOException {
    SilverTable silver = SilverTable.open(table, capture(table), ReadAs.FEED);
    FeedVersions versions = FeedVersions.of(silver, table.path(), range);
    SilverSchema schema = silver.schema(Math.min(versions.from(), versions.to()));
    return new FeedReader(table, silver, versions, schema);
  }

  /** A table that has a feed now is read as Delta Spark does, from its feed alone. */
  private static ChangeCapture capture(TableLocation table) throws IOException {
    SilverTable silver = SilverTable.open(table, ChangeCapture.AUTO, ReadAs.FEED);
    return Capturing.offers(silver.properties(silver.latestVersion()), ChangeCapture.CDF)
        ? ChangeCapture.CDF
        : ChangeCapture.AUTO;
  }

  /** The columns of the rows. */
  public RowType schema() {
    return schema;
  }

  /**
   * The rows in the order of versions, those of a version in any order. What is in memory is the
   * list of one version's files and a part of one of them; without a feed also a hash of each row
   * of that version, up to a quarter of the heap.
   *
   * <p>Iterating throws {@link PipelineException} at a version that changes the columns.
   */
  public TableRows rows() throws IOException {
    return new FeedRows(
        new FeedCommits(
            silver.commits(versions.from(), versions.to(), silverSchema, REMEDY),
            readers(),
            silver.capture(),
            silver.properties(silverSchema.id())));
  }

  private FeedCommits.Readers readers() {
    SilverSchema noColumns =
        new SilverSchema(
            silverSchema.id(),
            new StructType().toJson(),
            silverSchema.partitionColumns(),
            silverSchema.columnMappingMode());
    return new FeedCommits.Readers(
        ChangeFileReader.ofFeed(table, silverSchema),
        ChangeFileReader.ofFeed(table, noColumns),
        new RowDigest(DeltaTypes.rowType(silverSchema.json())));
  }
}
