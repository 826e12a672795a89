package io.deltascd.model;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The business key of a row in its canonical form (see {@link KeyEncoder}): two rows have the same
 * key exactly if the bytes are the same.
 *
 * <p>The hash decides the key group in Flink, so it must never change between releases: it is the
 * upper half of the mixed 64-bit FNV-1a of the bytes. (The JDK's hash of an array has only some
 * twenty thousand values for the first million integers.)
 */
public final class Key {
  /** See {@link CanonicalParts}. */
  private static final byte NULL_PART = 0;

  /**
   * What a record of kind {@link WireRecord.Kind#SCHEMA} has in place of a key: different from
   * every key and from what rows without one have.
   */
  public static final Key OF_SCHEMA = new Key(new byte[] {NULL_PART});

  private final byte[] bytes;
  private final int hash;

  /**
   * @param bytes the canonical encoding; not copied, and not to be changed afterwards
   */
  public Key(byte[] bytes) {
    this.bytes = bytes;
    this.hash = (int) (StableHash.mix(StableHash.fnv1a(StableHash.FNV_OFFSET, bytes)) >>> 32);
  }

  /**
   * What a row without a key has in place of one: spread by the row's bytes, and different from
   * every key, since no key begins with a null part.
   */
  public static Key ofRowWithoutKey(byte[] row) {
    long hash = StableHash.fnv1a(StableHash.FNV_OFFSET, row);
    return new Key(ByteBuffer.allocate(1 + Long.BYTES).put(NULL_PART).putLong(hash).array());
  }

  /** The canonical encoding; not to be changed. */
  public byte[] bytes() {
    return bytes;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Key that && hash == that.hash && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return HexFormat.of().formatHex(bytes);
  }
}
