package dev.membrane.store.jdbc.crypto;

import java.util.List;

/** Leaves everything as it is. */
final class PlainCipher implements StoreCipher {

  private static final WordForm SAME =
      new WordForm() {
        @Override
        public String of(String word) {
          return word;
        }

        @Override
        public String ofThread(String threadId) {
          return threadId;
        }

        @Override
        public List<String> all(List<String> words) {
          return words;
        }
      };

  @Override
  public boolean isPlain() {
    return true;
  }

  @Override
  public int destroyedKeys() {
    return 0;
  }

  @Override
  public String seal(String scope, String column, Object row, String text) {
    return text;
  }

  @Override
  public String open(String column, Object row, String sealed) {
    return sealed;
  }

  @Override
  public String openUnlessErased(String column, Object row, String sealed) {
    return sealed;
  }

  @Override
  public String openIfReadable(String column, Object row, String sealed) {
    return sealed;
  }

  @Override
  public byte[] openIfReadable(String column, Object row, byte[] sealed) {
    return sealed;
  }

  @Override
  public byte[] seal(String scope, String column, Object row, byte[] bytes) {
    return bytes;
  }

  @Override
  public String fixed(String column, Object row, String text) {
    return text;
  }

  @Override
  public String ofFixed(String column, Object row, String fixed) {
    return fixed;
  }

  @Override
  public String scope(String scope) {
    return scope;
  }

  @Override
  public String ofScope(String column) {
    return column;
  }

  @Override
  public String name(String name) {
    return name;
  }

  @Override
  public String ofName(String column) {
    return column;
  }

  @Override
  public String item(String item) {
    return item;
  }

  @Override
  public String ofItem(String column) {
    return column;
  }

  @Override
  public WordForm words(String scope) {
    return SAME;
  }

  @Override
  public WordForm wordsOfColumn(String scope) {
    return SAME;
  }

  @Override
  public String digest(String scope, String digest) {
    return digest;
  }

  @Override
  public String length(String column) {
    return "octet_length(" + column + ")";
  }
}
