package io.deltascd.table;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;

/** The text of an entry of a table's log: UTF-8, each action a line. */
final class LogEntryText {

  private LogEntryText() {}

  /**
   * Writes the text.
   *
   * @param actions as JSON, without ends of lines
   * @param out flushed, and left open
   */
  static void write(Iterator<String> actions, OutputStream out) throws IOException {
    Writer lines = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    while (actions.hasNext()) {
      lines.write(actions.next());
      lines.write('\n');
    }
    lines.flush();
  }
}
