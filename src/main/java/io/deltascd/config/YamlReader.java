package io.deltascd.config;

import io.deltascd.config.Entry.Shape;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/**
 * Takes a pipeline file apart: nested and dotted keys become the same dotted keys, each with its
 * place. Works on YAML's nodes, since objects made of them have lost line and column.
 *
 * <p>No finding made here repeats a value of the file, which may be a secret, nor the parser's own
 * message, which quotes the line.
 */
final class YamlReader {
  private static final String TARGETS = "targets";

  /** What the parser says, by its beginning, and what it means. */
  private static final Map<String, String> PROBLEMS =
      Map.of(
          "mapping values are not allowed here", "a colon where no key can stand",
          "could not find expected ':'", "a key without a colon",
          "found unexpected end of stream", "a quotation mark that is never closed",
          "found character", "a character that no value can start with",
          "expected <block end>", "a line that is indented otherwise than its neighbours",
          "expected ',' or '}'", "an opening brace without the closing one",
          "expected ',' or ']'", "an opening bracket without the closing one",
          "found undefined alias", "an asterisk before a name that no anchor has",
          "but found another document", "a second document behind ---");

  private final String file;
  private final List<Finding> findings;
  private final Map<String, Entry> entries = new LinkedHashMap<>();
  private final Map<String, String> places = new HashMap<>();

  /**
   * @param file as the user named it
   * @param findings is added to
   */
  YamlReader(String file, List<Finding> findings) {
    this.file = file;
    this.findings = findings;
  }

  /** Entries by key, in the order of the file; not complete if there were findings. */
  Map<String, Entry> read(String yaml) {
    Optional<Node> root;
    try {
      root =
          new Compose(LoadSettings.builder().setSchema(new CoreSchema()).build())
              .composeString(yaml)
              .filter(
                  node -> !node.getTag().equals(Tag.NULL) && !node.getTag().equals(Tag.COMMENT));
    } catch (YamlEngineException e) {
      findings.add(notYaml(e));
      return entries;
    }
    if (root.isEmpty()) {
      findings.add(
          new Finding(
              "The pipeline file is empty",
              file,
              "no key",
              "name, source, target",
              "write the pipeline into it; delta-scd demo makes an example"));
    } else if (root.get() instanceof MappingNode mapping) {
      section("", mapping, 0);
    } else {
      findings.add(
          new Finding(
              "The pipeline file has no keys",
              place(root.get()),
              root.get() instanceof SequenceNode ? "a list" : "text without a key",
              "keys such as source: and target:",
              "write the pipeline as key: value; delta-scd demo makes an example"));
    }
    return entries;
  }

  /** Where a key or section stands; the file itself if it does not stand there. */
  String place(String key) {
    return places.getOrDefault(key, file);
  }

  private void section(String prefix, MappingNode section, int depth) {
    for (NodeTuple tuple : section.getValue()) {
      if (!(tuple.getKeyNode() instanceof ScalarNode keyNode)) {
        findings.add(
            new Finding(
                "A key is not a word",
                place(tuple.getKeyNode()),
                "a list or section before a colon",
                "a key",
                "quote the key, or take the brackets away"));
        continue;
      }
      String key = prefix + keyNode.getValue();
      PipelineKeys.prefixes(key).forEach(p -> places.putIfAbsent(p, place(keyNode)));
      if (key.equals(TARGETS)) {
        targets(keyNode, tuple.getValueNode(), depth);
      } else {
        value(key, place(keyNode), tuple.getValueNode(), depth);
      }
    }
  }

  private void value(String key, String keyPlace, Node value, int depth) {
    if (value instanceof MappingNode nested && !value.isRecursive() && depth < 32) {
      places.putIfAbsent(key, keyPlace);
      section(key + ".", nested, depth + 1);
      return;
    }
    Shape shape = Shape.OTHER;
    List<String> values = new ArrayList<>();
    if (value instanceof ScalarNode scalar) {
      shape = scalar.getTag().equals(Tag.NULL) ? Shape.NOTHING : Shape.TEXT;
      values.add(scalar.getValue());
    } else if (value instanceof SequenceNode list
        && list.getValue().stream().allMatch(ScalarNode.class::isInstance)) {
      shape = Shape.LIST;
      list.getValue().forEach(node -> values.add(((ScalarNode) node).getValue()));
    }
    Entry entry = new Entry(key, shape, values, keyPlace, place(value));
    Entry first = entries.putIfAbsent(key, entry);
    places.putIfAbsent(key, keyPlace);
    if (first != null) {
      findings.add(
          new Finding(
              "A key stands twice: " + shown(key),
              keyPlace,
              shown(key) + ", as at " + first.keyPlace(),
              "each key once",
              "take one of the two away"));
    }
  }

  private void targets(ScalarNode key, Node value, int depth) {
    List<Node> all = value instanceof SequenceNode list ? list.getValue() : List.of();
    if (all.size() > 1) {
      findings.add(
          new Finding(
              "Several targets are not supported yet in this release",
              place(all.get(1)),
              all.size() + " targets",
              "one target",
              "run one pipeline file for each target"));
    }
    if (!all.isEmpty() && all.get(0) instanceof MappingNode only) {
      places.putIfAbsent("target", place(key));
      section("target.", only, depth + 1);
    } else {
      findings.add(
          new Finding(
              "targets is not a list of sections",
              place(key),
              all.isEmpty() ? "no list" : "a list of values",
              "targets: [ {path: …, keys: […]} ], or target:",
              "write target: with path, mode and keys below"));
    }
  }

  private Finding notYaml(YamlEngineException error) {
    String where = file;
    String found = "text that YAML cannot be read from";
    if (error instanceof MarkedYamlEngineException marked) {
      where =
          marked.getProblemMark().map(mark -> at(mark.getLine(), mark.getColumn())).orElse(file);
      String problem = String.valueOf(marked.getProblem());
      found =
          PROBLEMS.entrySet().stream()
              .filter(known -> problem.startsWith(known.getKey()))
              .map(Map.Entry::getValue)
              .findFirst()
              .orElse(found);
    }
    return new Finding(
        "The pipeline file is not YAML",
        where,
        found,
        "key: value lines, sections indented by blanks",
        "look at this line and the one before; put values with : # * & ! % @ into quotes");
  }

  /** A key for an error message: a secret written as {@code key=secret} is cut away. */
  static String shown(String key) {
    int end = 0;
    while (end < key.length() && "= \t\n:".indexOf(key.charAt(end)) < 0) {
      end++;
    }
    return end == key.length() ? key : key.substring(0, end) + "…";
  }

  private String place(Node node) {
    return node.getStartMark().map(mark -> at(mark.getLine(), mark.getColumn())).orElse(file);
  }

  private String at(int line, int column) {
    return file + ":" + (line + 1) + ":" + (column + 1);
  }
}
