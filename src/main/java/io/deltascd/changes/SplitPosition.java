package io.deltascd.changes;

/** How many rows of a split have been emitted; what a checkpoint keeps of a split. */
final class SplitPosition {
  private final ChangeSplit split;
  private long position;

  SplitPosition(ChangeSplit split) {
    this.split = split;
    this.position = split.position();
  }

  void advance() {
    position++;
  }

  /** The split as it was assigned or restored. */
  ChangeSplit start() {
    return split;
  }

  /** The split from here on. */
  ChangeSplit rest() {
    return split.at(position);
  }
}
