package dev.membrane.store.jdbc.crypto;

import org.jspecify.annotations.Nullable;

/**
 * What a store encrypts, and how its columns have it. Implementations are safe for use by many
 * threads.
 *
 * <p>A place is the column and the row that a value stands in, as {@code document.doc} and the id.
 * A value can be read at its own place only.
 */
public interface StoreCipher {

  /** Encrypts nothing. */
  StoreCipher NONE = new PlainCipher();

  /** Whether everything stays as it is. */
  boolean isPlain();

  /**
   * How many keys of scopes were destroyed since it was made. What was prepared before one of them
   * was must not be written after it.
   */
  int destroyedKeys();

  /**
   * A text as a column holds it. Equal texts differ. An empty one stays empty.
   *
   * @param scope with whose key it is encrypted; empty: with that of the store
   * @throws dev.membrane.spi.store.UnreadableScopeException if the scope has a key that cannot be
   *     read
   */
  String seal(String scope, String column, Object row, String text);

  /**
   * The text that a column holds.
   *
   * @throws DecryptionException if it was not written there with a key of this database
   */
  String open(String column, Object row, String sealed);

  /**
   * As {@link #open(String, Object, String)}; null if its key was destroyed: its scope was erased
   * after the copy was made that is read.
   */
  @Nullable String openUnlessErased(String column, Object row, String sealed);

  /**
   * As {@link #openUnlessErased}, for what can be left out; null also if it cannot be decrypted,
   * which is logged once.
   */
  @Nullable String openIfReadable(String column, Object row, String sealed);

  /** As {@link #seal(String, String, Object, String)}. */
  byte[] seal(String scope, String column, Object row, byte[] bytes);

  /** As {@link #openIfReadable(String, Object, String)}. */
  byte @Nullable [] openIfReadable(String column, Object row, byte[] sealed);

  /** A text as a column holds it in which equal texts are equal, with the key of the store. */
  String fixed(String column, Object row, String text);

  /** The text of {@link #fixed}, failing as {@link #open(String, Object, String)}. */
  String ofFixed(String column, Object row, String fixed);

  /** A scope as columns hold it; an empty one, which is none, stays empty. */
  String scope(String scope);

  /** The scope that a column holds, failing as {@link #open(String, Object, String)}. */
  String ofScope(String column);

  /** A unique name as columns hold it. If small letters and a colon begin it, these stay. */
  String name(String name);

  /** The name that a column holds, failing as {@link #open(String, Object, String)}. */
  String ofName(String column);

  /** What a row of a queue is about, as columns hold it: an id of a record stays as it is. */
  String item(String item);

  /** What a column holds, failing as {@link #open(String, Object, String)}. */
  String ofItem(String column);

  /**
   * How the index knows the words of a scope; of an empty one: of unscoped records. Fails as {@link
   * #seal(String, String, Object, String)}.
   */
  WordForm words(String scope);

  /**
   * As {@link #words}, for a scope as a column holds it. A scope without a key has no words that
   * anybody could find, nor has one whose key cannot be read, which is logged once.
   */
  WordForm wordsOfColumn(String scope);

  /** A digest by which nobody can guess what it is of without the key of the scope. */
  String digest(String scope, String digest);

  /** SQL for how many bytes the text of a sealed column has. */
  String length(String column);
}
