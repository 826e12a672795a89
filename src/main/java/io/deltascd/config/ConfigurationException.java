package io.deltascd.config;

import java.util.List;
import java.util.stream.Collectors;

/** A pipeline cannot be run as it is configured; carries everything that was found at once. */
public final class ConfigurationException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<Finding> findings;

  /**
   * @param findings at least one
   */
  public ConfigurationException(List<Finding> findings) {
    super(message(findings));
    this.findings = List.copyOf(findings);
  }

  /** Everything that is wrong, in the order of the file; empty after Java serialization. */
  public List<Finding> findings() {
    return findings == null ? List.of() : findings;
  }

  private static String message(List<Finding> findings) {
    String all = findings.stream().map(Finding::text).collect(Collectors.joining("\n\n"));
    return findings.size() == 1 ? all : findings.size() + " errors in the configuration\n\n" + all;
  }
}
