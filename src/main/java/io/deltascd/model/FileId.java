package io.deltascd.model;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * A file of gold in 16 bytes: a hash of its path as the log spells it. State keeps one for each
 * open key, where the path itself would be several times as long.
 */
public record FileId(long high, long low) {

  /**
   * @param path the path in the {@code add} action, relative to the table
   */
  public static FileId of(String path) {
    try {
      ByteBuffer digest =
          ByteBuffer.wrap(
              MessageDigest.getInstance("MD5").digest(path.getBytes(StandardCharsets.UTF_8)));
      return new FileId(digest.getLong(), digest.getLong());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has MD5", e);
    }
  }
}
