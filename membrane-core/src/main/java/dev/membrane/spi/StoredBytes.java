package dev.membrane.spi;

import java.io.IOException;
import java.io.InputStream;

/**
 * All bytes in which a store may keep the words of records, those of indexes and logs included, so
 * that somebody can look for words that must not be there. The store need not be open.
 */
@FunctionalInterface
public interface StoredBytes {

  /**
   * Passes everything on.
   *
   * @throws IOException if something cannot be read, or of the listener
   * @throws StoreUnavailableException if the store cannot be reached
   */
  void tell(Listener listener) throws IOException;

  /** Gets what a store keeps, from one thread. */
  @FunctionalInterface
  interface Listener {

    /**
     * The bytes of a place.
     *
     * @param place the name of a file or a table, for an operator
     * @param bytes are closed after the call
     */
    void kept(String place, InputStream bytes) throws IOException;
  }
}
