package io.deltascd.model;

/**
 * The source's word that it goes no further, since silver has changed in a way that the run cannot
 * follow: a watermark above every version and below Flink's last one. What is complete is to be
 * committed at once; the run then ends with an error.
 */
public final class SourceEnd {
  /** The watermark; it comes after the one of the last complete version. */
  public static final long WATERMARK = Long.MAX_VALUE - 1;

  private SourceEnd() {}
}
