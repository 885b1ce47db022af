package dev.membrane.server.internal.access;

import dev.membrane.schema.JsonValue;
import dev.membrane.schema.json.RecordCodec;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** What an operator writes down of keys. */
public final class KeyText {

  private KeyText() {}

  public static String digest(String key) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(sha256.digest(key.getBytes(StandardCharsets.US_ASCII)));
    } catch (NoSuchAlgorithmException impossible) {
      throw new AssertionError(impossible);
    }
  }

  public static JsonValue json(String text) {
    return new RecordCodec().parse("json", text);
  }
}
