package dev.membrane.store.jdbc.crypto;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Mac;

/** The key of a scope, or of the store, and the keys that come from it. Never shown. */
final class DataKey implements WordForm {

  /** So many bits of a code make two words of a scope different. */
  private static final int BYTES_OF_A_WORD = 10;

  private static final int BYTES_OF_A_DIGEST = 16;
  private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz234567";
  private static final int BITS_OF_A_LETTER = 5;

  private final int id;
  private final byte[] contents;
  private final byte[] words;
  private final byte[] digests;
  private final NameCipher names;

  DataKey(int id, byte[] key) {
    this.id = id;
    this.contents = Primitives.derive(key, "contents");
    this.words = Primitives.derive(key, "words");
    this.digests = Primitives.derive(key, "digests");
    this.names = new NameCipher(key);
  }

  int id() {
    return id;
  }

  /** One for each place, so that a random nonce never meets its equal. */
  byte[] contentKey(byte[] place) {
    return Primitives.mac(contents).doFinal(place);
  }

  NameCipher names() {
    return names;
  }

  String digest(String digest) {
    byte[] code = Primitives.mac(digests).doFinal(Primitives.utf8(digest));
    return HexFormat.of().formatHex(code, 0, BYTES_OF_A_DIGEST);
  }

  @Override
  public String of(String word) {
    return code(Primitives.mac(words), word);
  }

  /** No word has a blank. */
  @Override
  public String ofThread(String threadId) {
    return of("thread " + threadId);
  }

  @Override
  public List<String> all(List<String> some) {
    Mac mac = Primitives.mac(words);
    List<String> all = new ArrayList<>(some.size());
    some.forEach(word -> all.add(code(mac, word)));
    return all;
  }

  private static String code(Mac mac, String word) {
    byte[] code = Arrays.copyOf(mac.doFinal(Primitives.utf8(word)), BYTES_OF_A_WORD);
    StringBuilder letters = new StringBuilder(2 * BYTES_OF_A_WORD);
    int bits = 0;
    int waiting = 0;
    for (byte next : code) {
      bits = bits << Byte.SIZE | (next & 0xff);
      waiting += Byte.SIZE;
      while (waiting >= BITS_OF_A_LETTER) {
        waiting -= BITS_OF_A_LETTER;
        letters.append(LETTERS.charAt(bits >> waiting & (LETTERS.length() - 1)));
      }
    }
    return letters.toString();
  }

  @Override
  public String toString() {
    return "data key " + id;
  }
}
