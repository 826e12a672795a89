package io.deltascd.config;

import io.deltascd.config.SourceConfig.OnHistoryLost;
import io.deltascd.config.SourceConfig.ResyncPolicy;
import io.deltascd.config.TargetOptions.Mode;
import io.deltascd.config.TargetOptions.OnDuplicateKey;
import io.deltascd.model.HistorySettings;
import io.deltascd.model.Redaction;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.annotation.Nullable;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.GlobalConfiguration;
import org.apache.flink.util.TimeUtils;

/**
 * What a pipeline runs with, as texts under the keys of a pipeline file: what it says, what the
 * command line says, and the defaults of the rest. To be shown, so without secrets.
 */
public final class EffectiveSettings {
  private final Map<String, String> settings = new LinkedHashMap<>();

  private EffectiveSettings() {}

  /**
   * In the order of the file, without those that have no value and {@link
   * PipelineOptions#MAX_OUTAGE}, which a run does not use. File system options have none of their
   * values, Flink options those that Flink would show.
   */
  public static Map<String, String> of(PipelineConfig pipeline) {
    EffectiveSettings all = new EffectiveSettings();
    all.add(PipelineOptions.NAME, pipeline.name());
    all.add(pipeline.source());
    all.add(pipeline.target());
    for (String key : new TreeMap<>(pipeline.source().silver().hadoop()).keySet()) {
      all.settings.put(PipelineOptions.HADOOP + "." + key, GlobalConfiguration.HIDDEN_CONTENT);
    }
    new TreeMap<>(pipeline.flink())
        .forEach(
            (key, value) ->
                all.settings.put(
                    PipelineOptions.FLINK + "." + key,
                    GlobalConfiguration.isSensitive(key)
                        ? GlobalConfiguration.HIDDEN_CONTENT
                        : Redaction.of(value)));
    return all.settings;
  }

  private void add(SourceConfig source) {
    add(SourceOptions.PATH, source.silver());
    add(SourceOptions.STARTUP_MODE, source.startup().mode());
    add(SourceOptions.STARTUP_VERSION, versionOrNull(source.startup().version()));
    add(SourceOptions.STARTUP_TIMESTAMP, source.startup().time());
    add(SourceOptions.BOUNDED_MODE, source.bounded().mode());
    add(SourceOptions.BOUNDED_VERSION, versionOrNull(source.bounded().version()));
    add(SourceOptions.BOUNDED_TIMESTAMP, source.bounded().time());
    add(SourceOptions.CHANGE_CAPTURE, source.capture());
    add(SourceOptions.ACCEPT_VERSION, versionOrNull(source.acceptVersion()));
    add(
        SourceOptions.ON_HISTORY_LOST,
        source.resync() == ResyncPolicy.NEVER ? OnHistoryLost.FAIL : OnHistoryLost.RESYNC);
    add(SourceOptions.DISCOVERY_INTERVAL, source.discoveryInterval());
  }

  private void add(TargetConfig target) {
    HistorySettings history = target.history();
    add(TargetOptions.PATH, target.gold());
    add(TargetOptions.MODE, Mode.SCD2);
    add(TargetOptions.KEYS, target.keys());
    add(TargetOptions.COLUMNS, history.columns());
    add(TargetOptions.TRACKED_COLUMNS, history.tracked());
    add(TargetOptions.DELETES, history.deletes());
    add(TargetOptions.VALID_FROM, history.names().validFrom());
    add(TargetOptions.VALID_TO, history.names().validTo());
    add(TargetOptions.IS_CURRENT, history.names().isCurrent());
    add(TargetOptions.VALID_FROM_VERSION, history.names().validFromVersion());
    add(TargetOptions.VALID_TO_VERSION, history.names().validToVersion());
    add(TargetOptions.VALID_TO_OPEN, history.openEnd());
    add(TargetOptions.ON_DUPLICATE_KEY, onDuplicateKey(target));
    add(TargetOptions.SEQUENCE_BY, history.sequenceBy());
    add(TargetOptions.ON_NULL_KEY, target.onNullKey());
    add(
        TargetOptions.DEAD_LETTER_PATH,
        target.deadLetters() == null ? null : target.deadLetters().table());
    add(TargetOptions.PARTITION_BY, history.partitionBy());
    add(TargetOptions.ADOPT, target.adopt());
    add(TargetOptions.MIN_COMMIT_INTERVAL, target.minCommitInterval());
    add(TargetOptions.ALIGN_MEMORY, target.alignMemory());
    add(TargetOptions.WRITE_MEMORY, target.writeMemory());
    add(TargetOptions.FILE_SIZE, target.fileSize());
    add(TargetOptions.COMPACTION, target.compaction() != null);
    if (target.compaction() != null) {
      add(TargetOptions.COMPACTION_MIN_FILES, target.compaction().minFiles());
      add(TargetOptions.COMPACTION_MAX_BYTES, target.compaction().maxBytes());
    }
  }

  private static OnDuplicateKey onDuplicateKey(TargetConfig target) {
    if (!target.history().keepsLast()) {
      return OnDuplicateKey.FAIL;
    }
    return target.deadLetters() != null && target.deadLetters().duplicates()
        ? OnDuplicateKey.DEAD_LETTER
        : OnDuplicateKey.KEEP_LAST;
  }

  @Nullable
  private static Long versionOrNull(long version) {
    return version < 0 ? null : version;
  }

  private void add(ConfigOption<?> option, @Nullable Object value) {
    if (value instanceof Duration duration) {
      settings.put(option.key(), TimeUtils.formatWithHighestUnit(duration));
    } else if (value instanceof List<?> columns) {
      if (!columns.isEmpty()) {
        settings.put(
            option.key(), String.join(", ", columns.stream().map(String::valueOf).toList()));
      }
    } else if (value != null) {
      settings.put(option.key(), value.toString());
    }
  }
}
