package io.deltascd.testing;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The actions of Delta's log as JSON, with the fields that Spark writes. */
final class Actions {

  private static final ObjectMapper JSON = new ObjectMapper();

  private Actions() {}

  /**
   * @param inCommit the in-commit timestamp, if the table has them
   * @param metrics of the operation; Spark's readers look at those of a MERGE
   */
  static ObjectNode commitInfo(
      String operation, Instant timestamp, Optional<Instant> inCommit, Map<String, Long> metrics) {
    ObjectNode action = JSON.createObjectNode();
    ObjectNode info = action.putObject("commitInfo");
    inCommit.ifPresent(time -> info.put("inCommitTimestamp", time.toEpochMilli()));
    info.put("timestamp", timestamp.toEpochMilli());
    info.put("operation", operation);
    info.putObject("operationParameters");
    info.put("isolationLevel", "Serializable");
    info.put("isBlindAppend", false);
    ObjectNode counts = info.putObject("operationMetrics");
    metrics.forEach((name, value) -> counts.put(name, Long.toString(value)));
    info.put("engineInfo", "test kit");
    return action;
  }

  static ObjectNode protocol(SilverSpec spec) {
    boolean inCommit = spec.times() == SilverSpec.Times.IN_COMMIT;
    boolean mapped = spec.features().contains(SilverFeature.COLUMN_MAPPING);
    boolean reader = spec.deletionVectors() || mapped;
    ObjectNode action = JSON.createObjectNode();
    ObjectNode protocol = action.putObject("protocol");
    protocol.put("minReaderVersion", reader ? 3 : 1);
    protocol.put("minWriterVersion", reader || inCommit ? 7 : 4);
    List<String> readerFeatures = new ArrayList<>();
    if (spec.deletionVectors()) {
      readerFeatures.add("deletionVectors");
    }
    if (mapped) {
      readerFeatures.add("columnMapping");
    }
    if (reader) {
      readerFeatures.forEach(protocol.putArray("readerFeatures")::add);
    }
    if (reader || inCommit) {
      ArrayNode features = protocol.putArray("writerFeatures");
      features.add("changeDataFeed").add("appendOnly").add("invariants");
      readerFeatures.forEach(features::add);
      if (inCommit) {
        features.add("inCommitTimestamp");
      }
    }
    return action;
  }

  static ObjectNode metadata(
      UUID id,
      ObjectNode schema,
      List<String> partitionBy,
      Map<String, String> properties,
      Instant created) {
    ObjectNode action = JSON.createObjectNode();
    ObjectNode metadata = action.putObject("metaData");
    metadata.put("id", id.toString());
    metadata.putObject("format").put("provider", "parquet").putObject("options");
    metadata.put("schemaString", schema.toString());
    partitionBy.forEach(metadata.putArray("partitionColumns")::add);
    ObjectNode configuration = metadata.putObject("configuration");
    properties.forEach(configuration::put);
    metadata.put("createdTime", created.toEpochMilli());
    return action;
  }

  static ObjectNode add(SilverFile file, PhysicalNames names, Instant time, boolean dataChange) {
    ObjectNode action = JSON.createObjectNode();
    ObjectNode add = action.putObject("add");
    add.put("path", file.path());
    ObjectNode partition = add.putObject("partitionValues");
    file.partition().forEach((name, value) -> partition.put(names.of(name), value));
    add.put("size", file.size());
    add.put("modificationTime", time.toEpochMilli());
    add.put("dataChange", dataChange);
    ObjectNode stats = JSON.createObjectNode();
    stats.put("numRecords", file.rows().size());
    stats.put("tightBounds", file.vector().isEmpty());
    add.put("stats", stats.toString());
    file.vector().ifPresent(vector -> add.set("deletionVector", vector));
    return action;
  }

  /** Null partition values are left out, as Spark does after a checkpoint. */
  static ObjectNode remove(SilverFile file, PhysicalNames names, Instant time, boolean dataChange) {
    ObjectNode action = JSON.createObjectNode();
    ObjectNode remove = action.putObject("remove");
    remove.put("path", file.path());
    remove.put("deletionTimestamp", time.toEpochMilli());
    remove.put("dataChange", dataChange);
    remove.put("extendedFileMetadata", true);
    ObjectNode partition = remove.putObject("partitionValues");
    file.partition()
        .forEach(
            (name, value) -> {
              if (value != null) {
                partition.put(names.of(name), value);
              }
            });
    remove.put("size", file.size());
    file.vector().ifPresent(vector -> remove.set("deletionVector", vector));
    return action;
  }

  static ObjectNode cdc(SilverFile file, PhysicalNames names) {
    ObjectNode action = JSON.createObjectNode();
    ObjectNode cdc = action.putObject("cdc");
    cdc.put("path", file.path());
    ObjectNode partition = cdc.putObject("partitionValues");
    file.partition().forEach((name, value) -> partition.put(names.of(name), value));
    cdc.put("size", file.size());
    cdc.put("dataChange", false);
    return action;
  }
}
