package io.deltascd.table;

import io.deltascd.config.CompactionConfig;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which files of gold are rewritten next. Files are merged only with others of the same partition,
 * each group into one file:
 *
 * <ul>
 *   <li>a file of half the target size or more of whose rows more than half are marked, by itself;
 *   <li>smaller files of that kind, once there are {@code minFiles} of them;
 *   <li>files whose live rows make up less than half the target size, by tiers: the first one is
 *       from a {@code minFiles}th of half the target size up to half of it, the next one from a
 *       {@code minFiles}th of that, and so on down to {@value #LEAST_TIER} bytes; a tier that has
 *       {@code minFiles} files is merged.
 * </ul>
 *
 * <p>Of the files of a tier the oldest come first, as many as have live rows of the target size at
 * most, and no more than the budget allows once they are {@code minFiles}. The merged file belongs
 * to a higher tier, since that many of its files were merged; or fewer had the target size already,
 * and since each has less than half of that, the merged file has half of it at least and is left
 * alone from then on. So a row is rewritten once for each tier at most, which is the logarithm of
 * the target size, and at most {@code minFiles - 1} files are left in each tier of a partition.
 * Where most rows are marked, less is rewritten than is got rid of.
 *
 * <p>Groups are taken in the order of their oldest files, as long as they rewrite no more than
 * {@code maxBytes} in {@value #MOST_FILES} files together; the first one is taken in any case, and
 * one that has to wait becomes the first one in the end.
 */
final class CompactionChoice {
  /** A tier below would cost hardly less for each file. */
  private static final long LEAST_TIER = 1024;

  /** Each file costs some requests of the storage, however small it is. */
  private static final int MOST_FILES = 128;

  private static final Comparator<FileFill> OLDEST_FIRST =
      Comparator.comparing(FileFill::modificationTime).thenComparing(FileFill::path);

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
   * @param minFiles files that are merged at least, unless fewer make up half of the target size
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
    groups.sort(Comparator.comparing(group -> group.get(0), OLDEST_FIRST));
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
    partitions.values().forEach(partition -> partition.sort(OLDEST_FIRST));
    return partitions.values();
  }

  /** The groups of a partition, each with the oldest file first. */
  private List<List<FileFill>> groups(List<FileFill> partition) {
    List<List<FileFill>> groups = new ArrayList<>();
    List<FileFill> marked = new ArrayList<>();
    Map<Integer, List<FileFill>> tiers = new TreeMap<>();
    for (FileFill file : partition) {
      if (!file.isMostlyMarked()) {
        tiers.computeIfAbsent(tier(file.liveBytes()), number -> new ArrayList<>()).add(file);
      } else if (file.bytes() >= half) {
        groups.add(List.of(file));
      } else {
        marked.add(file);
      }
    }
    List<List<FileFill>> gathered = new ArrayList<>(tiers.values());
    gathered.add(marked);
    for (List<FileFill> tier : gathered) {
      if (tier.size() >= minFiles) {
        groups.add(first(tier));
      }
    }
    return groups;
  }

  /** 0 is that of the largest files. */
  private int tier(long liveBytes) {
    int tier = 0;
    for (long least = half / minFiles; liveBytes < least && least >= LEAST_TIER; tier++) {
      least /= minFiles;
    }
    return tier;
  }

  /**
   * The first files, up to the target size; within the budget, but not fewer than a merge needs.
   */
  private List<FileFill> first(List<FileFill> files) {
    List<FileFill> group = new ArrayList<>();
    long bytes = 0;
    for (FileFill file : files) {
      bytes += file.liveBytes();
      boolean enough = group.size() >= minFiles;
      if (bytes > fileSize || (enough && (bytes > maxBytes || group.size() >= MOST_FILES))) {
        break;
      }
      group.add(file);
    }
    return group;
  }

  private static long liveBytes(List<FileFill> files) {
    return files.stream().mapToLong(FileFill::liveBytes).sum();
  }
}
