package dev.membrane.spi.store;

import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.search.Terms;
import dev.membrane.spi.store.AuditTrail.AuditHead;
import org.jspecify.annotations.Nullable;

/** Gets the state of a store from {@link StoreReader#inspect}, from one thread. */
public interface Inspection {

  /** The terms by which a record is found. Its salience and audit log do not matter. */
  Terms termsOf(MemoryRecord record);

  /**
   * The stored head of a scope's trails.
   *
   * @param scope null: of the records without one
   */
  void head(@Nullable String scope, AuditHead head);

  /** The next trail. */
  void trail(AuditTrail trail);

  /**
   * How many former states there are, after all trails.
   *
   * @param kept with their content
   * @param erased those whose content an erasure has removed
   */
  default void versions(long kept, long erased) {}

  /**
   * A fault: something in the store is not as it was written.
   *
   * @param id the record that it is about; null: none, or not known
   * @param reason what is wrong, in a few words
   */
  void fault(@Nullable String id, String reason);
}
