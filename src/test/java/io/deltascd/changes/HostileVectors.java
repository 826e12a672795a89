package io.deltascd.changes;

import static io.deltascd.changes.HostileCase.A;
import static io.deltascd.changes.HostileCase.COMMIT;
import static io.deltascd.changes.HostileCase.add;
import static io.deltascd.changes.HostileCase.refused;
import static io.deltascd.changes.HostileCase.right;

import io.delta.kernel.internal.deletionvectors.Base85Codec;
import io.deltascd.changes.HostileCase.Damage;
import io.deltascd.model.DeletionVector;
import io.deltascd.table.SmallTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** What can be wrong with a deletion vector. */
final class HostileVectors {
  private static final int MAGIC = 1681511377;
  private static final String BIN = ".bin, version 2";
  private static final String INLINE = "a.parquet, version 2";
  private static final String SOUND = ",\"offset\":1,\"sizeInBytes\":34,\"cardinality\":1";

  private HostileVectors() {}

  static Stream<HostileCase> descriptors() {
    return Stream.of(
        right("a vector", fields(SOUND), List.of("2 -D 1 a"), List.of("2 +I 2 b", "2 +I 3 c")),
        right("a vector of no rows", fields(SOUND.replace("y\":1", "y\":0")), List.of(), A),
        refused("no cardinality", fields(",\"offset\":1,\"sizeInBytes\":34"), COMMIT),
        refused("no size", fields(",\"offset\":1,\"cardinality\":1"), COMMIT, "sizeInBytes"),
        refused("a size as text", size("\"34\""), COMMIT, "sizeInBytes \"34\""),
        refused("a size beyond an int", size("4294967330"), COMMIT, "sizeInBytes 4294967330"),
        refused("a negative size", size("-34"), COMMIT, "sizeInBytes -34"),
        refused("the largest size", size("2147483647"), BIN, "2147483647"),
        refused("a size that memory does not hold", size("2147483600"), BIN, "2147483600"),
        refused("an offset beyond an int", offset("4294967297"), COMMIT, "offset 4294967297"),
        refused("a fraction of an offset", offset("1.7"), COMMIT, "offset 1.7"),
        refused("a negative offset", offset("-1"), COMMIT, "offset -1"),
        refused("an offset beyond the file", offset("2000000000"), BIN, "at 2000000000"),
        refused("no offset", fields(",\"sizeInBytes\":34,\"cardinality\":1"), BIN),
        refused("too many rows", rows("2"), BIN, "1 marked rows, not 2 as the log says"),
        refused("a negative number of rows", rows("-1"), COMMIT, "cardinality -1"),
        refused("rows beyond a long", rows("99999999999999999999"), COMMIT, "cardinality"),
        refused("an unknown storage type", named("x", "y"), "y of storage type x"),
        refused("no name", named("u", ""), "of storage type u"),
        refused("a name too short", named("u", "short"), "'short of storage type u'"),
        refused("a name that is no base 85", named("u", "é1234567890123456789"), "é123456"),
        refused("out of the table", named("u", "../../01234567890123456789"), "'../../0123456"),
        refused("a relative path as absolute", named("p", "relative.bin"), "relative.bin"),
        refused("an unknown scheme", named("p", "nope://h/x.bin"), "nope://h/x.bin"),
        refused("an escape that is none", named("p", "%zz"), "%zz"));
  }

  static Stream<HostileCase> contents() throws IOException {
    return Stream.of(
        refused("its size flipped", file(flipped(4)), BIN, "not 34 as the log says"),
        refused("its magic number flipped", file(flipped(5)), BIN, "checksum"),
        refused("a row flipped", file(flipped(37)), BIN, "checksum"),
        refused("its checksum flipped", file(flipped(42)), BIN, "checksum"),
        refused("cut off", file(whole -> Arrays.copyOf(whole, 20)), BIN, "20 bytes"),
        refused("empty", file(whole -> new byte[0]), BIN, "0 bytes"),
        refused(
            "rows beyond the file",
            table -> commit(table, table.vector(0, 7)),
            "a.parquet, version 2",
            "3 rows, of which number 7 is deleted"),
        refused(
            "rows beyond the file, in the log",
            table -> commit(table, SmallTable.inlineVector(0, 3)),
            "a.parquet, version 2",
            "3 rows, of which number 3 is deleted"),
        refused("nothing in the log", inline("", 34), INLINE),
        refused("no base 85 in the log", inline("ééééé~~~~~", 8), INLINE),
        refused("half of it in the log", inline(sound().substring(0, 20), 16), INLINE),
        refused("a size in the log too small", inline(sound(), 4), INLINE),
        refused("another format", inline(ints(MAGIC - 1, Integer.MAX_VALUE)), INLINE, "magic"),
        refused(
            "more bitmaps than memory holds",
            inline(ints(MAGIC, Integer.MAX_VALUE, 0)),
            INLINE,
            "2147483647 bitmaps"),
        refused("a negative number of bitmaps", inline(ints(MAGIC, -1, -1)), INLINE, "-1 bitmaps"),
        refused(
            "a bitmap so far up that memory does not reach it",
            inline(ints(MAGIC, 1, 0, Integer.MAX_VALUE, 12346, 0)),
            INLINE,
            "0 marked rows, not 1"),
        refused(
            "more containers than there can be",
            inline(ints(MAGIC, 1, 0, 0, 12346, Integer.MAX_VALUE)),
            INLINE,
            "InvalidRoaringFormat"));
  }

  private static Damage fields(String fields) {
    return table -> {
      String name = table.vector(0).pathOrInline();
      named("u", name, fields).to(table);
    };
  }

  private static Damage size(String size) {
    return fields(SOUND.replace("34", size));
  }

  private static Damage offset(String offset) {
    return fields(SOUND.replace("\"offset\":1", "\"offset\":" + offset));
  }

  private static Damage rows(String rows) {
    return fields(SOUND.replace("y\":1", "y\":" + rows));
  }

  private static Damage named(String storageType, String name) {
    return named(storageType, name, SOUND);
  }

  private static Damage named(String storageType, String name, String fields) {
    return table ->
        table.commit(
            SmallTable.richProtocol(),
            table.remove("a.parquet"),
            add(
                "a.parquet",
                ",\"deletionVector\":{\"storageType\":\"%s\",\"pathOrInlineDv\":\"%s\"%s}"
                    .formatted(storageType, name, fields)));
  }

  private static UnaryOperator<byte[]> flipped(int position) {
    return whole -> {
      whole[position] ^= 0x55;
      return whole;
    };
  }

  /** A vector of row 0 in a file that is then changed. */
  private static Damage file(UnaryOperator<byte[]> change) {
    return table -> {
      DeletionVector vector = table.vector(0);
      try (Stream<Path> files = Files.list(table.root())) {
        Path file = files.filter(f -> f.toString().endsWith(".bin")).findFirst().orElseThrow();
        Files.write(file, change.apply(Files.readAllBytes(file)));
      }
      commit(table, vector);
    };
  }

  private static String sound() throws IOException {
    return SmallTable.inlineVector(0).pathOrInline();
  }

  private static byte[] ints(int... values) {
    ByteBuffer bytes =
        ByteBuffer.allocate(values.length * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    Arrays.stream(values).forEach(bytes::putInt);
    return bytes.array();
  }

  private static Damage inline(byte[] content) {
    return inline(Base85Codec.encodeBytes(content), content.length);
  }

  private static Damage inline(String content, int size) {
    return table -> commit(table, new DeletionVector("i", content, null, size, 1));
  }

  private static void commit(SmallTable table, DeletionVector vector) throws IOException {
    table.commit(
        SmallTable.richProtocol(),
        table.remove("a.parquet"),
        table.file("add", "a.parquet", "{}", true, vector));
  }
}
