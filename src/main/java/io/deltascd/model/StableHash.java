package io.deltascd.model;

/**
 * The hash functions whose values stand in state and decide key groups. They must never change
 * between releases.
 */
public final class StableHash {

  /** The state of 64-bit FNV-1a before the first byte. */
  public static final long FNV_OFFSET = 0xcbf29ce484222325L;

  private static final long FNV_PRIME = 0x100000001b3L;

  private StableHash() {}

  /**
   * 64-bit FNV-1a.
   *
   * @param state {@link #FNV_OFFSET}, or what was returned for the bytes before these
   */
  public static long fnv1a(long state, byte[] bytes) {
    long hash = state;
    for (byte b : bytes) {
      hash = (hash ^ (b & 0xff)) * FNV_PRIME;
    }
    return hash;
  }

  /** The finalizer of MurmurHash3 for 64 bits: spreads what differs over all bits. */
  public static long mix(long value) {
    long mixed = value;
    mixed = (mixed ^ (mixed >>> 33)) * 0xff51afd7ed558ccdL;
    mixed = (mixed ^ (mixed >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return mixed ^ (mixed >>> 33);
  }
}
