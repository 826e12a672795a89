package io.deltascd.table;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.delta.kernel.exceptions.KernelException;
import io.delta.kernel.internal.types.DataTypeJsonSerDe;

/** Finds the column for whose type Delta Kernel refuses a whole schema. */
final class UnknownTypes {
  private static final ObjectMapper JSON = new ObjectMapper();

  private UnknownTypes() {}

  /**
   * What to say of a schema that cannot be read: which column has an unknown type, or else what
   * Kernel says.
   *
   * @param schemaJson {@code schemaString} of a {@code metaData} action
   * @param cause why Kernel refused it
   */
  static RuntimeException refused(String schemaJson, RuntimeException cause) {
    try {
      for (JsonNode field : JSON.readTree(schemaJson).path("fields")) {
        JsonNode type = field.path("type");
        if (!type.isMissingNode() && !isKnown(type)) {
          return DeltaTypes.unsupported(
              field.path("name").asText(), type.isTextual() ? type.asText() : "" + type, cause);
        }
      }
    } catch (JsonProcessingException e) {
      cause.addSuppressed(e);
    }
    return cause;
  }

  private static boolean isKnown(JsonNode type) {
    String schema =
        "{\"type\":\"struct\",\"fields\":[{\"name\":\"c\",\"type\":%s,\"nullable\":true,\"metadata\":{}}]}"
            .formatted(type);
    try {
      DataTypeJsonSerDe.deserializeStructType(schema);
      return true;
    } catch (IllegalArgumentException | KernelException e) {
      return false;
    }
  }
}
