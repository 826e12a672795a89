package io.deltascd.job;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.deltascd.testing.FlinkCluster;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** A job as Flink's REST interface tells of it, which the pages of the web UI are made of. */
final class WatchedJob {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern METRICS_ROW = Pattern.compile("\\| ([^|]*)\\| ([^|]*`[^|]*)\\|.*");

  private final FlinkCluster cluster;
  private final String id;

  WatchedJob(FlinkCluster cluster, String id) {
    this.cluster = cluster;
    this.id = id;
  }

  /** Of README's table, each as {@code operator.metric}, with the first word of the operator. */
  static Set<String> documentedMetrics() throws IOException {
    String readme = Files.readString(Path.of("README.md"));
    String table = readme.substring(readme.indexOf("| operator | metric |"));
    Set<String> metrics = new LinkedHashSet<>();
    String operator = "";
    for (String line : table.lines().skip(2).takeWhile(row -> row.startsWith("|")).toList()) {
      Matcher row = METRICS_ROW.matcher(line);
      if (!row.matches()) {
        throw new AssertionError("Not a row of metrics: " + line);
      }
      operator = row.group(1).isBlank() ? operator : row.group(1).split("\\W", 2)[0];
      String group = "";
      for (String name : names(row.group(2))) {
        group = name.startsWith(".") ? group : name.replaceFirst("\\.[^.]*$", "");
        metrics.add(operator + "." + (name.startsWith(".") ? group + name : name));
      }
    }
    return metrics;
  }

  private static List<String> names(String cell) {
    return Pattern.compile("`([^`]+)`").matcher(cell).results().map(r -> r.group(1)).toList();
  }

  String state() {
    return cluster.get("/jobs/" + id).get("state").asText();
  }

  /** What the graph on the job's page shows. */
  List<String> names() {
    return vertices().stream().map(vertex -> vertex.get("name").asText()).toList();
  }

  /** What the details of each vertex show. */
  List<String> descriptions() {
    return elements(cluster.get("/jobs/" + id).at("/plan/nodes")).stream()
        .map(node -> node.get("description").asText())
        .toList();
  }

  private List<JsonNode> vertices() {
    return elements(cluster.get("/jobs/" + id).get("vertices"));
  }

  /**
   * The metrics that a job has of some, each as {@code min}, {@code max} and {@code sum} over all
   * subtasks.
   *
   * @param names as of {@link #documentedMetrics}
   */
  Map<String, JsonNode> metrics(Set<String> names) {
    Map<String, JsonNode> found = new LinkedHashMap<>();
    for (JsonNode vertex : vertices()) {
      String operator = operator(vertex);
      String path = "/jobs/%s/vertices/%s/".formatted(id, vertex.get("id").asText());
      for (String page : List.of("subtasks/metrics", "jm-operator-metrics")) {
        List<String> wanted = new ArrayList<>();
        for (JsonNode metric : cluster.get(path + page)) {
          String key = metric.get("id").asText();
          if (names.stream().anyMatch(name -> isOf(key, operator, name))) {
            wanted.add(key);
          }
        }
        if (!wanted.isEmpty()) {
          String query = URLEncoder.encode(String.join(",", wanted), StandardCharsets.UTF_8);
          for (JsonNode metric : cluster.get(path + page + "?get=" + query)) {
            names.stream()
                .filter(name -> isOf(metric.get("id").asText(), operator, name))
                .forEach(name -> found.put(name, summed(metric)));
          }
        }
      }
    }
    return found;
  }

  /** The first word of the operator's name; a source has another one before it. */
  private static String operator(JsonNode vertex) {
    return vertex.get("name").asText().replaceFirst("^Source: ", "").split("\\W", 2)[0];
  }

  private static boolean isOf(String id, String operator, String name) {
    return name.startsWith(operator + ".") && id.endsWith(name.substring(operator.length()));
  }

  /** A metric of the JobManager has one value. */
  private static JsonNode summed(JsonNode metric) {
    if (!metric.has("value")) {
      return metric;
    }
    String value = metric.get("value").asText();
    return JSON.createObjectNode().put("min", value).put("max", value).put("sum", value);
  }

  /** What the page of a vertex shows as accumulators. */
  Map<String, String> accumulators(String operator) {
    JsonNode vertex =
        vertices().stream().filter(v -> operator(v).equals(operator)).findFirst().orElseThrow();
    String path = "/jobs/%s/vertices/%s/accumulators".formatted(id, vertex.get("id").asText());
    return elements(cluster.get(path).get("user-accumulators")).stream()
        .collect(Collectors.toMap(a -> a.get("name").asText(), a -> a.get("value").asText()));
  }

  /** What the page of the job's configuration shows, as it came. */
  JsonNode configuration() {
    return cluster.get("/jobs/%s/config".formatted(id));
  }

  /** What the page of exceptions shows of the one that ended the job. */
  List<JsonNode> exceptions() {
    return elements(
        cluster.get("/jobs/%s/exceptions".formatted(id)).at("/exceptionHistory/entries"));
  }

  private static List<JsonNode> elements(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).toList();
  }
}
