package io.deltascd.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.awaitility.Awaitility;

/**
 * A server on the loopback address that speaks S3, in a JVM of its own, with one bucket. Each
 * object is a local file, so that a test can read and write tables behind the server's back. Only
 * integration tests can use it: the build puts its jars together just before them.
 *
 * <pre>{@code
 * try (S3Server s3 = S3Server.start(directory)) {
 *   path of a table: s3.uri("gold"); Hadoop options: s3.options(); its files: s3.path("gold")
 * }
 * }</pre>
 */
public final class S3Server implements AutoCloseable {
  /** Of the only user who is let in. */
  public static final String SECRET = "secret-of-the-s3-user";

  private static final Path JARS = Path.of("target/s3/lib");
  private static final Path LOGGING = Path.of("src/s3/logback.xml");
  private static final String USER = "s3-user";
  private static final Duration START = Duration.ofSeconds(60);

  private final Path directory;

  /** One for each server: Hadoop keeps the file system of a bucket for as long as the JVM lives. */
  private final String bucket;

  private final InetSocketAddress address;
  private final Process process;

  private S3Server(Path directory, String bucket, InetSocketAddress address, Process process) {
    this.directory = directory;
    this.bucket = bucket;
    this.address = address;
    this.process = process;
  }

  /**
   * Starts a server, and waits until it answers.
   *
   * @param directory an existing one, for the bucket and for what the server and its clients need
   */
  public static S3Server start(Path directory) throws IOException {
    if (!Files.isDirectory(JARS)) {
      throw new IllegalStateException(
          "no S3 server in %s; make it with: mvn -f src/s3/pom.xml package"
              .formatted(JARS.toAbsolutePath()));
    }
    String bucket = "bucket-" + UUID.randomUUID();
    Files.createDirectories(directory.resolve("data").resolve(bucket));
    InetSocketAddress address = freeAddress();
    Path properties =
        Files.write(
            directory.resolve("s3.properties"),
            List.of(
                "s3proxy.endpoint=" + url(address),
                "s3proxy.authorization=aws-v2-or-v4",
                "s3proxy.identity=" + USER,
                "s3proxy.credential=" + SECRET,
                "jclouds.provider=filesystem",
                "jclouds.filesystem.basedir=" + directory.resolve("data").toAbsolutePath()));
    Path log = directory.resolve("s3.log");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Dlogback.configurationFile=" + LOGGING,
                "-cp",
                JARS + "/*",
                "org.gaul.s3proxy.Main",
                "--properties",
                properties.toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    S3Server server = new S3Server(directory, bucket, address, process);
    try {
      Awaitility.await()
          .atMost(START)
          .pollInterval(Duration.ofMillis(20))
          .until(() -> !process.isAlive() || server.answers());
    } catch (RuntimeException e) {
      server.close();
      throw e;
    }
    if (!process.isAlive()) {
      throw new IllegalStateException("The S3 server has ended: " + Files.readString(log));
    }
    return server;
  }

  private static InetSocketAddress freeAddress() throws IOException {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try (ServerSocket free = new ServerSocket(0, 1, loopback)) {
      return new InetSocketAddress(loopback, free.getLocalPort());
    }
  }

  private static String url(InetSocketAddress address) {
    return "http://127.0.0.1:" + address.getPort();
  }

  private boolean answers() {
    try (Socket socket = new Socket()) {
      socket.connect(address);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  InetSocketAddress address() {
    return address;
  }

  /** How Hadoop names an object, or a directory of objects. */
  public String uri(String name) {
    return "s3a://" + bucket + "/" + name;
  }

  /** The file, or directory, that an object is in. */
  public Path path(String name) {
    return directory.resolve("data").resolve(bucket).resolve(name);
  }

  /** The Hadoop options of a client. */
  public Map<String, String> options() {
    return options(address);
  }

  /**
   * The same of one that knows the server by another address.
   *
   * @param known of something that passes on what it gets
   */
  Map<String, String> options(InetSocketAddress known) {
    return Map.of(
        "fs.s3a.endpoint",
        url(known),
        "fs.s3a.endpoint.region",
        "us-east-1",
        "fs.s3a.path.style.access",
        "true",
        "fs.s3a.access.key",
        USER,
        "fs.s3a.secret.key",
        SECRET,
        // Files that a test has put there have no ETag.
        "fs.s3a.change.detection.version.required",
        "false",
        "fs.s3a.buffer.dir",
        directory.resolve("buffer").toAbsolutePath().toString());
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
