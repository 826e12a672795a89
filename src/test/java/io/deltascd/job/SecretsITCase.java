package io.deltascd.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.deltascd.testing.FaultyFileSystem;
import io.deltascd.testing.FaultyFileSystem.Fault;
import io.deltascd.testing.FaultyFileSystem.Operation;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a pipeline is given of secrets comes out nowhere, whether a command succeeds or fails: not
 * in what it prints, with {@code --verbose} or without, nor in its log or Flink's, nor on the pages
 * of Flink's web UI.
 */
class SecretsITCase {
  private static final String SECRET = "hunter2canary";

  private static final List<String> OVERRIDES =
      List.of(
          "-D", "hadoop.fs.s3a.secret.key=" + SECRET,
          "-D", "flink.s3.secret-key=" + SECRET,
          "-D", "security.ssl.rest.key-password=" + SECRET,
          "-D", "source.scan.bounded.mode=latest");

  private static final String SECRETS =
      """
      hadoop:
        ipc.client.connect.max.retries: 0
        fs.s3a.secret.key: hunter2canary
        fs.s3a.session.token: hunter2canary
        fs.azure.account.key.a.dfs.core.windows.net: hunter2canary
        fs.azure.sas.fixed.token: sv=1&sig=hunter2canary
        a.name.that.says.nothing: hunter2canary
      flink:
        parallelism.default: 1
        rest.bind-port: 0
        s3.secret-key: hunter2canary
        fs.azure.account.key.a.blob.core.windows.net: hunter2canary
        fs.azure.sas.fixed.token: sv=1&sig=hunter2canary
        security.ssl.rest.keystore-password: hunter2canary
      """;

  /**
   * What is wrong with a pipeline.
   *
   * @param part of the pipeline file that is replaced; none if it is empty
   * @param status of run, validate and status
   */
  private record Case(String name, String part, String replaced, List<Integer> status) {
    Case(String name, String part, String replaced, Integer... status) {
      this(name, part, replaced, List.of(status));
    }

    @Override
    public String toString() {
      return name;
    }
  }

  @TempDir private Path directory;
  private CommandLog log;

  @BeforeEach
  void begin() throws IOException {
    DemoSilver.unpack(directory.resolve("silver"));
    Files.createDirectories(directory.resolve("empty"));
    log = new CommandLog(directory.resolve("delta-scd.log"));
  }

  @AfterEach
  void end() {
    log.close();
  }

  static Stream<Case> cases() {
    return Stream.of(
        new Case("nothing", "", "", 0, 0, 0),
        new Case("gold out of reach", "DIR/gold", "hdfs://127.0.0.1:1/gold", 1, 1, 1),
        new Case("silver out of reach", "DIR/silver", "hdfs://127.0.0.1:1/silver", 1, 1, 1),
        new Case("no such file system", "DIR/silver", "abfs://c@a.net/silver", 1, 2, 1),
        new Case("no Delta table", "DIR/silver", "DIR/empty", 1, 2, 1),
        new Case("no such key", "[producto_id]", "[id]", 1, 2, 0),
        new Case("unknown option", "hadoop:", "  retries: 3\nhadoop:", 2, 2, 2),
        new Case("unknown section", "hadoop:", "hadop:", 2, 2, 2),
        new Case(
            "unknown option with a secret", "hadoop:", "secret: hunter2canary\nhadoop:", 2, 2, 2),
        new Case("not YAML", "fs.s3a.secret.key: ", "fs.s3a.secret.key: : ", 2, 2, 2),
        new Case("a quotation mark", "fs.s3a.secret.key: ", "fs.s3a.secret.key: '", 2, 2, 2),
        new Case("a tab", "fs.s3a.secret.key: ", "\tfs.s3a.secret.key: ", 2, 2, 2),
        new Case("no value", "keystore-password: hunter2canary", "keystore-password:", 2, 2, 2),
        new Case("no colon", "s3.secret-key: ", "s3.secret-key ", 2, 2, 2),
        new Case("an equals sign", "s3.secret-key: ", "s3.secret-key=", 2, 2, 2),
        new Case("a secret twice", "flink:", "  fs.s3a.secret.key: hunter2canary\nflink:", 2, 2, 2),
        new Case("a key in a path", "DIR/silver", "s3a://AKIA:hunter2canary@b/t", 2, 2, 2),
        new Case("a token in a path", "DIR/gold", "abfss://c@a.net/t?sig=hunter2canary", 2, 2, 2),
        new Case("a key in an option", "s3.secret-key: ", "a.dir: s3://k:", 2, 2, 2),
        new Case("Flink's rules", "flink:", "flink:\n  execution.runtime-mode: BATCH", 2, 2, 2));
  }

  static Stream<Arguments> casesOfEachCommand() {
    return cases()
        .flatMap(fault -> Stream.of("run", "validate", "status").map(c -> Arguments.of(c, fault)));
  }

  @ParameterizedTest
  @MethodSource("casesOfEachCommand")
  void aPipelineFile(String command, Case fault) throws IOException {
    Path file = pipeline(fault.part(), fault.replaced());

    int status = execute(command, file);

    assertThat(status)
        .as(log.printed())
        .isEqualTo(fault.status().get(List.of("run", "validate", "status").indexOf(command)));
    assertThat(log.printed()).isNotEmpty();
    assertNoSecret();
  }

  @ParameterizedTest
  @MethodSource
  void aDamagedTable(String command, String file, int status) throws IOException {
    try (Stream<Path> files = Files.walk(directory.resolve("silver"))) {
      for (Path found : files.filter(f -> f.toString().endsWith(file)).toList()) {
        byte[] whole = Files.readAllBytes(found);
        Files.write(found, Arrays.copyOf(whole, whole.length / 2));
      }
    }

    assertThat(execute(command, pipeline("", ""))).as(log.printed()).isEqualTo(status);

    assertNoSecret();
  }

  static Stream<Arguments> aDamagedTable() {
    return Stream.of(
        Arguments.of("run", ".parquet", 1),
        Arguments.of("validate", ".parquet", 2),
        Arguments.of("run", "0.json", 1),
        Arguments.of("validate", "0.json", 2),
        Arguments.of("status", "0.json", 0)); // it says so as a fact
  }

  private static Stream<List<String>> wordsBehindAnOverride() {
    return Stream.of(
        List.of("-D", "hadoop.x", SECRET),
        List.of("-D", "hadoop.x=", SECRET),
        List.of("-D", "hadoop.x", "=", SECRET),
        List.of("-D", "hadoop.x=a", SECRET),
        List.of("-D", "hadop.fs.s3a.secret.key=" + SECRET),
        List.of("-D", "hadoop=" + SECRET),
        List.of("-D", "target.path=s3a://k:" + SECRET + "@b/t"),
        List.of("hadoop.x=" + SECRET));
  }

  static Stream<Arguments> commandLines() {
    return Stream.of("run", "validate", "status", "verify", "rebuild")
        .flatMap(command -> wordsBehindAnOverride().map(words -> Arguments.of(command, words)));
  }

  @ParameterizedTest
  @MethodSource("commandLines")
  void aCommandLine(String command, List<String> words) throws IOException {
    List<String> args = new ArrayList<>(List.of(command, pipeline("", "").toString(), "--verbose"));
    args.addAll(words);

    assertThat(program(args)).as(log.printed()).isEqualTo(2);

    assertNoSecret();
  }

  @ParameterizedTest
  @MethodSource
  void aTable(String command, String table, int status) {
    String path = table.replace("DIR", directory.toString());

    assertThat(program(List.of(command, path, "--verbose"))).as(log.printed()).isEqualTo(status);

    assertThat(log.printed()).isNotEmpty();
    assertNoSecret();
  }

  static Stream<Arguments> aTable() {
    return Stream.of("show", "changes")
        .flatMap(
            command ->
                Stream.of(
                    Arguments.of(command, "DIR/silver", 0),
                    Arguments.of(command, "DIR/empty", 1),
                    Arguments.of(command, "s3a://AKIA:hunter2canary@bucket/t", 2),
                    Arguments.of(command, "S3A://hunter2canary@bucket/t", 2),
                    Arguments.of(command, "abfss://c@a.net/t?sv=1&sig=hunter2canary", 2),
                    Arguments.of(command, "https://a.net/c/t?token=hunter2canary", 2)));
  }

  @ParameterizedTest
  @MethodSource
  void aPipelineFileThatIsAnAddress(String command, String address) {
    assertThat(program(List.of(command, address, "--verbose"))).isEqualTo(2);

    assertThat(log.printed()).contains("The pipeline file cannot be read");
    assertNoSecret();
  }

  static Stream<Arguments> aPipelineFileThatIsAnAddress() {
    return Stream.of("run", "validate", "status")
        .flatMap(
            command ->
                Stream.of(
                    Arguments.of(command, "s3a://AKIA:hunter2canary@bucket/p.yaml"),
                    Arguments.of(command, "https://a.net/p.yaml?sv=1&sig=hunter2canary")));
  }

  @Test
  void theWebUi() throws Exception {
    Path file = pipeline("source: {path: 'DIR", "source: {path: 'faulty:DIR");
    List<String> args = new ArrayList<>(List.of("run", file.toString()));
    args.addAll(OVERRIDES);
    args.addAll(List.of("-D", "source.scan.bounded.mode=unbounded"));
    try (LocalPlatform machine = new LocalPlatform();
        Fault passing =
            FaultyFileSystem.fail(
                Operation.OPEN,
                ".*/silver/part-.*",
                1,
                () -> new SocketTimeoutException("Read timed out"))) {
      CompletableFuture<Integer> run = CompletableFuture.supplyAsync(() -> program(machine, args));
      JobRun.await(() -> run.isDone() || log.printed().contains("Web UI: "));
      assertThat(run).as(log.printed()).isNotDone();
      Ui ui = new Ui(log.printed());
      JobRun.await(() -> ui.jobs().size() == 1 && passing.met() > 1);
      String job = "/jobs/" + ui.jobs().get(0).get("jid").asText();
      JobRun.await(() -> ui.get(job + "/exceptions").contains("Read timed out"));
      String manager =
          "/taskmanagers/" + ui.json("/taskmanagers").at("/taskmanagers/0/id").asText();

      for (String page :
          List.of(
              "/config",
              "/overview",
              "/jobs/overview",
              job,
              job + "/config",
              job + "/jobmanager/config",
              job + "/exceptions",
              job + "/plan",
              job + "/checkpoints",
              job + "/checkpoints/config",
              job + "/accumulators",
              "/jobmanager/config",
              "/jobmanager/environment",
              "/taskmanagers",
              manager)) {
        assertThat(ui.get(page)).as(page).isNotEmpty().doesNotContain(SECRET);
      }
      for (JsonNode vertex : ui.json(job).get("vertices")) {
        String page = job + "/vertices/" + vertex.get("id").asText();
        assertThat(ui.get(page)).as(page).isNotEmpty().doesNotContain(SECRET);
      }
      assertThat(ui.get("/jobmanager/config")).contains("s3.secret-key", "******");
      assertThat(ui.json(job + "/config").at("/execution-config/user-config"))
          .isNotEmpty()
          .allSatisfy(value -> assertThat(value.asText()).isNotEmpty())
          .filteredOn(value -> value.asText().equals("******"))
          .hasSizeGreaterThanOrEqualTo(9);
      machine.stop();
      run.get(JobRun.SECONDS, TimeUnit.SECONDS);
    }
    assertNoSecret();
  }

  private void assertNoSecret() {
    assertThat(log.printed()).doesNotContain(SECRET);
    assertThat(log.logged()).doesNotContain(SECRET);
    assertThat(log.file()).doesNotContain(SECRET);
  }

  private Path pipeline(String part, String replaced) throws IOException {
    String whole =
        """
        source: {path: 'DIR/silver', discovery-interval: 20 ms}
        target:
          path: 'DIR/gold'
          keys: [producto_id]
        """
            + SECRETS
            + FaultyFileSystem.OPTIONS.entrySet().stream()
                .map(option -> "hadoop." + option.getKey() + ": " + option.getValue() + "\n")
                .reduce("", String::concat);
    assertThat(whole).contains(part);
    return Files.writeString(
        directory.resolve("pipeline.yaml"),
        whole.replace(part.isEmpty() ? "\0" : part, replaced).replace("DIR", directory.toString()));
  }

  private int execute(String command, Path file) {
    List<String> args = new ArrayList<>(List.of(command, file.toString(), "--verbose"));
    args.addAll(OVERRIDES);
    return program(args);
  }

  private int program(List<String> args) {
    try (LocalPlatform machine = new LocalPlatform()) {
      return program(machine, args);
    }
  }

  private int program(LocalPlatform machine, List<String> args) {
    return LocalProgram.on(machine, log.stream(), log.stream()).run(args.toArray(String[]::new));
  }

  /** Flink's REST endpoint, which the pages of the web UI are made of. */
  private static final class Ui {
    private static final ObjectMapper JSON = new ObjectMapper();
    private final String address;

    Ui(String printed) {
      Matcher line = Pattern.compile("Web UI: (\\S+)").matcher(printed);
      assertThat(line.find()).isTrue();
      this.address = line.group(1);
    }

    String get(String page) throws IOException, InterruptedException {
      return HttpClient.newHttpClient()
          .send(HttpRequest.newBuilder(URI.create(address + page)).build(), BodyHandlers.ofString())
          .body();
    }

    JsonNode json(String page) throws IOException, InterruptedException {
      return JSON.readTree(get(page));
    }

    JsonNode jobs() throws IOException, InterruptedException {
      return json("/jobs/overview").get("jobs");
    }
  }
}
