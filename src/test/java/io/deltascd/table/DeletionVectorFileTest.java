package io.deltascd.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.actions.DeletionVectorDescriptor;
import io.delta.kernel.internal.deletionvectors.DeletionVectorUtils;
import io.deltascd.config.TableLocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.roaringbitmap.RoaringBitmap;

/** Vectors written by us and read by Kernel. */
class DeletionVectorFileTest {
  @TempDir Path directory;
  private TableLocation location;
  private Engine engine;
  private TableStorage storage;

  @BeforeEach
  void openTable() throws IOException {
    location = new TableLocation(directory.toString(), Map.of());
    engine = KernelEngines.engine(location);
    storage = new TableStorage(location);
  }

  @Test
  void kernelReadsEveryVectorOfOneFile() throws IOException {
    RoaringBitmap sparse = RoaringBitmap.bitmapOf(0, 7, 65535, 65536, 1_000_000);
    RoaringBitmap runs = RoaringBitmap.bitmapOfRange(10, 300_000);
    RoaringBitmap dense = new RoaringBitmap();
    for (int row = 0; row < 200_000; row += 2) {
      dense.add(row);
    }
    RoaringBitmap far = RoaringBitmap.bitmapOf(Integer.MAX_VALUE);
    List<RoaringBitmap> written = List.of(sparse, runs, dense, far);
    List<DeletionVectorDescriptor> descriptors = new ArrayList<>();
    try (DeletionVectorFile file = new DeletionVectorFile(storage)) {
      for (RoaringBitmap rows : written) {
        descriptors.add(file.append(rows.clone()));
      }
    }

    assertThat(filesIn(directory)).hasSize(1);
    assertThat(descriptors.get(0).getOffset()).contains(1);
    for (int i = 0; i < written.size(); i++) {
      DeletionVectorDescriptor descriptor = descriptors.get(i);
      assertThat(descriptor.getStorageType()).isEqualTo("u");
      assertThat(descriptor.getPathOrInlineDv()).hasSize(20);
      assertThat(descriptor.getCardinality()).isEqualTo(written.get(i).getLongCardinality());
      assertThat(kernelRows(descriptor))
          .isEqualTo(LongStream.of(toLongs(written.get(i))).toArray());
    }
  }

  @Test
  void hasTheBytesOfTheProtocol() throws IOException {
    try (DeletionVectorFile file = new DeletionVectorFile(storage)) {
      DeletionVectorDescriptor descriptor = file.append(RoaringBitmap.bitmapOf(1));
      assertThat(descriptor.getSizeInBytes()).isEqualTo(34);
    }
    byte[] bytes = Files.readAllBytes(filesIn(directory).get(0));
    // version · size 34 · magic 1681511377 · one bitmap · key 0 · cookie 12346 (no runs), one
    // container with key 0 and one value, at offset 16: 1
    assertThat(HexFormat.of().formatHex(bytes, 0, bytes.length - 4))
        .isEqualTo(
            "01"
                + "00000022"
                + "d1d33964"
                + "0100000000000000"
                + "00000000"
                + "3a300000"
                + "01000000"
                + "00000000"
                + "10000000"
                + "0100");
  }

  @Test
  void withoutVectorsThereIsNoFile() throws IOException {
    new DeletionVectorFile(storage).close();

    assertThat(filesIn(directory)).isEmpty();
  }

  @Test
  void vectorsAreReadBackFromStorage() throws IOException {
    RoaringBitmap rows = RoaringBitmap.bitmapOf(3, 1 << 20);
    DeletionVectorDescriptor descriptor;
    try (DeletionVectorFile file = new DeletionVectorFile(storage)) {
      descriptor = file.append(rows.clone());
    }
    DeletionVectors vectors = new DeletionVectors(engine, KernelEngines.rootUri(location), storage);

    assertThat(vectors.read(descriptor)).isEqualTo(rows);
  }

  private long[] kernelRows(DeletionVectorDescriptor descriptor) {
    return DeletionVectorUtils.loadNewDvAndBitmap(
            engine, KernelEngines.rootUri(location), descriptor)
        ._2
        .toArray();
  }

  private static long[] toLongs(RoaringBitmap rows) {
    return rows.stream().mapToLong(Integer::toUnsignedLong).toArray();
  }

  private static List<Path> filesIn(Path directory) throws IOException {
    try (var files = Files.list(directory)) {
      return files.toList();
    }
  }
}
