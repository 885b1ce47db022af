package dev.membrane.server;

import dev.membrane.schema.JsonValue;
import dev.membrane.schema.json.RecordCodec;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** What an operator writes down of keys. */
final class KeyText {

  private KeyText() {}

  static String digest(String key) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(sha256.digest(key.getBytes(StandardCharsets.US_ASCII)));
    } catch (NoSuchAlgorithmException impossible) {
      throw new AssertionError(impossible);
    }
  }

  static JsonValue json(String text) {
    return new RecordCodec().parse("json", text);
  }
}
