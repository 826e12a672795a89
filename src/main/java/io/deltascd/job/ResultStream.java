package io.deltascd.job;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Standard output, with "nobody reads on" told apart from errors: {@code delta-scd show | head}.
 */
final class ResultStream extends OutputStream {

  /** The reader of the pipe has gone. */
  static final class ClosedException extends IOException {
    private static final long serialVersionUID = 1L;

    ClosedException(IOException cause) {
      super(cause);
    }
  }

  private final OutputStream out;

  ResultStream(OutputStream out) {
    this.out = out;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    try {
      out.write(bytes, offset, length);
    } catch (IOException e) {
      throw translated(e);
    }
  }

  @Override
  public void flush() throws IOException {
    try {
      out.flush();
    } catch (IOException e) {
      throw translated(e);
    }
  }

  private static IOException translated(IOException e) {
    String message = String.valueOf(e.getMessage());
    return message.contains("Broken pipe") || message.contains("Pipe closed")
        ? new ClosedException(e)
        : e;
  }
}
