package io.deltascd.table;

/** How our commits sign themselves: {@code commitInfo.engineInfo}. */
final class EngineInfo {
  private static final String NAME = "flink-delta-scd/";

  /** The name and version of this program; Kernel puts its own before it. */
  static final String OURS = NAME + version();

  private EngineInfo() {}

  static boolean isOurs(String engineInfo) {
    return engineInfo.contains(NAME);
  }

  private static String version() {
    String version = EngineInfo.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }
}
