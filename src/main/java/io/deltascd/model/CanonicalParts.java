package io.deltascd.model;

/**
 * Several canonical values in one, so that they can be told apart: each part as its length plus one
 * (a variable-length integer of seven bits a byte, low ones first), then its bytes. A length of 0
 * means null.
 */
final class CanonicalParts {

  private CanonicalParts() {}

  /**
   * @param parts each may be null
   */
  static byte[] join(byte[]... parts) {
    int length = 0;
    for (byte[] part : parts) {
      length += part == null ? 1 : varIntLength(part.length + 1) + part.length;
    }
    byte[] bytes = new byte[length];
    int position = 0;
    for (byte[] part : parts) {
      if (part == null) {
        position++;
      } else {
        position = putVarInt(part.length + 1, bytes, position);
        System.arraycopy(part, 0, bytes, position, part.length);
        position += part.length;
      }
    }
    return bytes;
  }

  private static int varIntLength(int value) {
    int length = 1;
    for (int rest = value >>> 7; rest != 0; rest >>>= 7) {
      length++;
    }
    return length;
  }

  private static int putVarInt(int value, byte[] bytes, int position) {
    int rest = value;
    int next = position;
    while (rest > 0x7f) {
      bytes[next++] = (byte) ((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    bytes[next++] = (byte) rest;
    return next;
  }
}
