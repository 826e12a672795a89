package io.deltascd.testing;

import java.util.Map;

/** What a statement does to a row that it meets. */
public sealed interface Effect {

  /** The row stays as it is. */
  record Keep() implements Effect {}

  /** The row goes. */
  record Delete() implements Effect {}

  /** The row is replaced by another, which may equal it. */
  record Update(Map<String, Object> row) implements Effect {}

  static Effect keep() {
    return new Keep();
  }

  static Effect delete() {
    return new Delete();
  }

  static Effect update(Map<String, Object> row) {
    return new Update(row);
  }
}
