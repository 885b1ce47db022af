package dev.membrane.spi.keys;

import dev.membrane.spi.store.Contents;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreOpenException;
import dev.membrane.spi.store.StoreReader;
import dev.membrane.spi.store.StoreUnavailableException;
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

  /**
   * A copy of a store that is to be used in its place, and is encrypted. What an interrupted copy
   * has is still there the next time. Nobody else has either of them open. Used by one thread at a
   * time.
   */
  interface EncryptedCopy extends AutoCloseable {

    /** The store, to be read. */
    StoreReader plain();

    /** The copy, to be written. */
    MemoryStore encrypted();

    /**
     * Takes over what is not in {@link Contents}: former states, and since when vectors are there.
     *
     * @throws StoreOpenException if an earlier attempt has copied what is gone since
     * @throws StoreUnavailableException if one of them does not answer
     */
    void complete();

    /**
     * Lets the copy be used: in the place of the store, which is removed, or in a place of its own.
     * Either all of that is done, or nothing.
     *
     * @throws StoreOpenException if that is not possible
     */
    void finish();

    /** Closes both. A copy that is not finished stays as it is. */
    @Override
    void close();
  }
}
