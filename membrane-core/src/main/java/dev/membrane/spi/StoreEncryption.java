package dev.membrane.spi;

import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What an operator does with the keys of a store. Used by one thread at a time. */
public interface StoreEncryption {

  /**
   * Has the data keys of a store wrapped with another key, or with the present version of the same
   * one. Either all of them are, or none; what is encrypted stays as it is. Where that was done
   * before, nothing is done. A store that only one process may open may not be open.
   *
   * @param other opens the other key
   * @return how many data keys there are
   * @throws StoreOpenException if that is not possible
   */
  long rotate(Supplier<KeyEncryptionKey> other);

  /**
   * Has the data keys of an open store wrapped with the key of the configuration, as {@link
   * #rotate} does, while it is used.
   *
   * @param store one that the same provider has opened
   * @return how many were wrapped; 0 if that key has wrapped them before
   * @throws StoreOpenException if that is not possible; then all is as it was
   */
  long adopt(MemoryStore store);

  /**
   * Begins an encrypted copy of the store, which is not encrypted, and which nobody may have open;
   * or goes on with one that was interrupted.
   *
   * @param to where the copy is to be, in the form in which the store's setting says where the
   *     store is; null: next to it, and at the end in its place. A store has one of both ways
   * @return empty if the store is encrypted; what an interrupted copy has left is then removed
   * @throws StoreOpenException if that is not possible
   */
  Optional<EncryptedCopy> encryptedCopy(@Nullable String to);
}
