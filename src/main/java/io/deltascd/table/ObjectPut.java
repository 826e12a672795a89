package io.deltascd.table;

import java.io.IOException;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;

/** Writes an object at once: all of its content, or nothing. */
final class ObjectPut {

  private ObjectPut() {}

  /**
   * Writes the object.
   *
   * @param target where, and on which conditions
   * @throws IOException if it was not written, or it is unknown whether it was
   */
  static void write(FSDataOutputStreamBuilder<?, ?> target, byte[] content) throws IOException {
    FSDataOutputStream out = target.build();
    try {
      out.write(content);
    } catch (IOException | RuntimeException e) {
      // To close it would publish what has been written so far.
      out.abort();
      throw e;
    }
    out.close();
  }
}
