package io.deltascd.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Abortable;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

class ObjectPutTest {
  private final List<String> calls = new ArrayList<>();

  @Test
  void objectIsPublishedWhole() throws IOException {
    ObjectPut.write(new Target(new Stream(null)), new byte[3]);

    assertThat(calls).containsExactly("write 3", "close");
  }

  @Test
  void partOfAnObjectIsNotPublished() {
    IOException full = new IOException("No space left on device");

    assertThatThrownBy(() -> ObjectPut.write(new Target(new Stream(full)), new byte[3]))
        .isSameAs(full);

    assertThat(calls).containsExactly("write 3", "abort");
  }

  private final class Stream extends OutputStream implements Abortable {
    private final IOException thrown;

    Stream(IOException thrown) {
      this.thrown = thrown;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      calls.add("write " + length);
      if (thrown != null) {
        throw thrown;
      }
    }

    @Override
    public AbortableResult abort() {
      calls.add("abort");
      return null;
    }

    @Override
    public void close() {
      calls.add("close");
    }
  }

  private static final class Target extends FSDataOutputStreamBuilder<FSDataOutputStream, Target> {
    private final OutputStream out;

    Target(OutputStream out) throws IOException {
      super(FileSystem.getLocal(new Configuration()), new Path("file:/object"));
      this.out = out;
    }

    @Override
    public Target getThisBuilder() {
      return this;
    }

    @Override
    public FSDataOutputStream build() throws IOException {
      return new FSDataOutputStream(out, null);
    }
  }
}
