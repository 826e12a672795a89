package io.deltascd.table;

import io.deltascd.config.CompactionConfig;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which files of gold are rewritten next. Files are merged only with others of the same partition,
 * each group into one file:
 *
 * <ul>
 *   <li>a file of half the target size or more of whose rows more than half are marked, by itself;
 *   <li>files that are small, which is that their live rows make up less than half the target size,
 *       once a partition has {@code minFiles} of them. The smallest come first, and as many more as
 *       make a group in which none has more than twice as much as all the others together, so that
 *       each row comes into a file of at least one and a half times the size.
 * </ul>
 *
 * <p>This bounds two things:
 *
 * <ul>
 *   <li>how often a row is rewritten: as often as its file can grow by half until it has half the
 *       target size, and once more. Marked rows make files smaller again, which costs two and a
 *       half times as much as is marked;
 *   <li>how many small files stay. Of those below a quarter of the target size each has more than
 *       twice as much as all smaller ones together: they are fewer than {@code minFiles}, or as
 *       many as the target size can be divided by three.
 * </ul>
 *
 * <p>Where most rows are marked, less is rewritten than is got rid of.
 *
 * <p>A group has live rows of the target size at most, and ends within the budget and {@value
 * #MOST_FILES} files if that leaves a group. Groups are taken in the order of their oldest files,
 * as long as they keep to both together; the first one is taken in any case, and one that has to
 * wait becomes the first one in the end.
 */
final class CompactionChoice {
  /** Each file costs some requests of the storage, however small it is. */
  private static final int MOST_FILES = 128;

  private static final Comparator<FileFill> OLDEST_FIRST =
      Comparator.comparing(FileFill::modificationTime).thenComparing(FileFill::path);

  private static final Comparator<FileFill> SMALLEST_FIRST =
      Comparator.comparing(FileFill::liveBytes).thenComparing(OLDEST_FIRST);

  private final long fileSize;
  private final long half;
  private final int minFiles;
  private final long maxBytes;

  /** As the pipeline file says. */
  CompactionChoice(CompactionConfig config) {
    this(config.fileSize().getBytes(), config.minFiles(), config.maxBytes().getBytes());
  }

  /**
   * @param fileSize the target size of files, in bytes
   * @param minFiles small files that a partition has when some of them are merged
   * @param maxBytes of live rows that are rewritten, unless the first group has more
   */
  CompactionChoice(long fileSize, int minFiles, long maxBytes) {
    this.fileSize = fileSize;
    this.half = fileSize / 2;
    this.minFiles = minFiles;
    this.maxBytes = maxBytes;
  }

  /** Whether a file may be part of a group; the others need not be asked about. */
  boolean concerns(FileFill file) {
    return file.isMostlyMarked() || file.liveBytes() < half;
  }

  /**
   * The groups that are rewritten now, in order.
   *
   * @param files those that {@link #concerns} is true of, in any order
   */
  List<List<FileFill>> of(Collection<FileFill> files) {
    List<List<FileFill>> groups = new ArrayList<>();
    for (List<FileFill> partition : byPartition(files)) {
      groups.addAll(groups(partition));
    }
    groups.sort(Comparator.comparing(CompactionChoice::oldest, OLDEST_FIRST));
    List<List<FileFill>> taken = new ArrayList<>();
    long bytes = 0;
    long count = 0;
    for (List<FileFill> group : groups) {
      long more = liveBytes(group);
      if (taken.isEmpty() || (bytes + more <= maxBytes && count + group.size() <= MOST_FILES)) {
        taken.add(group);
        bytes += more;
        count += group.size();
      }
    }
    return taken;
  }

  private static Collection<List<FileFill>> byPartition(Collection<FileFill> files) {
    Map<Map<String, String>, List<FileFill>> partitions = new LinkedHashMap<>();
    for (FileFill file : files) {
      partitions.computeIfAbsent(file.partition(), values -> new ArrayList<>()).add(file);
    }
    return partitions.values();
  }

  private List<List<FileFill>> groups(List<FileFill> partition) {
    List<List<FileFill>> groups = new ArrayList<>();
    List<FileFill> small = new ArrayList<>();
    for (FileFill file : partition) {
      if (file.isMostlyMarked() && file.bytes() >= half) {
        groups.add(List.of(file));
      } else {
        small.add(file);
      }
    }
    if (small.size() >= minFiles) {
      small.sort(SMALLEST_FIRST);
      List<FileFill> group = small.subList(0, groupSize(small));
      if (!group.isEmpty()) {
        groups.add(group);
      }
    }
    return groups;
  }

  /**
   * How many of the files make the largest group that keeps to the budget, or else the smallest
   * group; 0 if there is none.
   *
   * @param files the smallest first
   */
  private int groupSize(List<FileFill> files) {
    int size = 0;
    long bytes = 0;
    for (int count = 1; count <= files.size(); count++) {
      long largest = files.get(count - 1).liveBytes();
      bytes += largest;
      if (bytes > fileSize || (size > 0 && (bytes > maxBytes || count > MOST_FILES))) {
        break;
      }
      if (count > 1 && largest <= 2 * (bytes - largest)) {
        size = count;
      }
    }
    return size;
  }

  private static FileFill oldest(List<FileFill> group) {
    return Collections.min(group, OLDEST_FIRST);
  }

  private static long liveBytes(List<FileFill> files) {
    return files.stream().mapToLong(FileFill::liveBytes).sum();
  }
}
