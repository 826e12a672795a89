package io.deltascd.job;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;

/**
 * The license of the cluster's jar, and what it says about the libraries that are bundled in it.
 */
class ClusterJarLicenseITCase {
  private static final String NOTICE = "META-INF/NOTICE";
  private static final String LICENSES = "META-INF/licenses/";

  /**
   * A library in the notice. One without a release is part of another one that does not tell it.
   */
  private static final Pattern NAMED = Pattern.compile("(?m)^- [\\w.-]+:([\\w.-]+:[\\w.-]+)");

  private static final Pattern LICENSE_OF_A_LIBRARY = Pattern.compile("LICENSE\\.[\\w.-]+\\w");

  @Test
  void itIsOurs() throws IOException {
    try (JarFile jar = clusterJar()) {
      assertThat(text(jar, "META-INF/LICENSE"))
          .isEqualTo(Files.readString(Path.of("src/main/resources/META-INF/LICENSE")))
          .contains("Apache License", "Version 2.0, January 2004", "END OF TERMS AND CONDITIONS");
      assertThat(text(jar, NOTICE))
          .startsWith("flink-delta-scd\nCopyright 2026 The flink-delta-scd authors\n");
      assertThat(names(jar))
          .noneMatch(name -> name.matches("META-INF/((LICENSE|NOTICE)\\.(txt|md)|DEPENDENCIES)"));
    }
  }

  @Test
  void theNoticeNamesWhatIsBundled() throws IOException {
    Set<String> bundled = new TreeSet<>();
    for (Path library : bundled()) {
      bundled.add(coordinates(library));
      try (JarFile jar = new JarFile(library.toFile())) {
        for (String name : names(jar)) {
          if (name.matches("META-INF/maven/.*/pom\\.properties")) {
            Properties properties = new Properties();
            try (InputStream content = jar.getInputStream(jar.getEntry(name))) {
              properties.load(content);
            }
            bundled.add(
                properties.getProperty("artifactId") + ":" + properties.getProperty("version"));
          }
        }
      }
    }

    try (JarFile jar = clusterJar()) {
      assertThat(found(NAMED, 1, text(jar, NOTICE))).isEqualTo(bundled).hasSizeGreaterThan(80);
    }
  }

  @Test
  void theNoticeHasTheNoticesOfWhatIsBundled() throws IOException {
    String ours;
    try (JarFile jar = clusterJar()) {
      ours = words(text(jar, NOTICE));
    }
    List<String> theirs = new ArrayList<>();
    for (Path library : bundled()) {
      try (JarFile jar = new JarFile(library.toFile())) {
        for (String name : names(jar)) {
          if (name.matches("META-INF/NOTICE(\\.txt|\\.md|-binary)?")) {
            theirs.add(library.getFileName() + " " + name);
            assertThat(ours).as(theirs.toString()).contains(words(text(jar, name)));
          }
        }
      }
    }
    assertThat(theirs).hasSizeGreaterThan(5);
  }

  @Test
  void theTextOfEachOtherLicenseIsInIt() throws IOException {
    try (JarFile jar = clusterJar()) {
      Set<String> texts =
          names(jar).stream()
              .filter(name -> name.startsWith(LICENSES) && !name.equals(LICENSES))
              .map(name -> name.substring(LICENSES.length()))
              .collect(Collectors.toCollection(TreeSet::new));

      assertThat(texts)
          .isNotEmpty()
          .isEqualTo(found(LICENSE_OF_A_LIBRARY, 0, text(jar, NOTICE)))
          .allSatisfy(
              name -> assertThat(words(text(jar, LICENSES + name))).containsIgnoringCase("as is"));
    }
  }

  /** The jars of the class path whose classes are in the cluster's jar, all of them. */
  private static List<Path> bundled() throws IOException {
    Set<String> inside;
    try (JarFile jar = clusterJar()) {
      inside = Set.copyOf(names(jar));
    }
    List<Path> bundled = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      if (entry.endsWith(".jar")) {
        try (JarFile jar = new JarFile(entry)) {
          List<String> classes =
              names(jar).stream()
                  .filter(name -> name.endsWith(".class") && !name.endsWith("module-info.class"))
                  .toList();
          if (!classes.isEmpty() && inside.containsAll(classes)) {
            bundled.add(Path.of(entry));
          }
        }
      }
    }
    return bundled;
  }

  /** From the place in a Maven repository. */
  private static String coordinates(Path library) {
    Path release = library.getParent();
    return release.getParent().getFileName() + ":" + release.getFileName();
  }

  private static JarFile clusterJar() throws IOException {
    return new JarFile(ClusterJarContentITCase.jar().toFile());
  }

  private static List<String> names(JarFile jar) {
    return jar.stream().map(ZipEntry::getName).toList();
  }

  private static String text(JarFile jar, String name) throws IOException {
    try (InputStream content = jar.getInputStream(jar.getEntry(name))) {
      return new String(content.readAllBytes(), UTF_8);
    }
  }

  private static String words(String text) {
    return text.replaceAll("\\s+", " ").strip();
  }

  private static Set<String> found(Pattern pattern, int group, String text) {
    return pattern
        .matcher(text)
        .results()
        .map((MatchResult match) -> match.group(group))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
