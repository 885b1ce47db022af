package dev.membrane.spi.store;

import java.io.IOException;
import java.io.InputStream;

/**
 * All bytes in which a store may keep the words of records, those of indexes and logs included, so
 * that somebody can look for words that must not be there. The store need not be open.
 */
@FunctionalInterface
public interface StoredBytes {

  /**
   * Passes everything on. A place that cannot be opened keeps no other from being passed on.
   *
   * @throws IOException if nobody can tell which places there are, or of the listener
   * @throws StoreUnavailableException if the store cannot be reached
   */
  void tell(ByteListener listener) throws IOException;

  /** Gets what a store keeps, from one thread. */
  @FunctionalInterface
  interface ByteListener {

    /**
     * The bytes of a place.
     *
     * @param place the name of a file or a table, for an operator
     * @param bytes are closed after the call
     */
    void kept(String place, InputStream bytes) throws IOException;

    /**
     * A place that cannot be opened, after which the others follow. By default the failure is
     * thrown, so that it ends there.
     *
     * @param place as for {@link #kept}
     */
    default void unopened(String place, IOException failure) throws IOException {
      throw failure;
    }
  }
}
