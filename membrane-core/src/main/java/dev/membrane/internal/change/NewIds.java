package dev.membrane.internal.change;

import dev.membrane.AccessDeniedException;
import dev.membrane.AlreadyExistsException;
import dev.membrane.Caller;
import dev.membrane.Permission;
import dev.membrane.internal.value.RecordIds;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.UnreadableRecordException;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Names new records. Thread-safe. */
public final class NewIds {

  private final MemoryStore store;
  private final Supplier<String> ids;

  /**
   * Names for the records of a store.
   *
   * @param ids gives a new UUID version 7 each time; safe for use by many threads
   */
  public NewIds(MemoryStore store, Supplier<String> ids) {
    this.store = store;
    this.ids = ids;
  }

  /**
   * The id of a new record: the one chosen, or one of ours.
   *
   * @param chosen null or empty: none
   * @throws AccessDeniedException if the caller may not choose
   * @throws ValidationException if it is not a UUID in lower case
   * @throws AlreadyExistsException if it was ever used
   */
  public String idFor(@Nullable String chosen, Caller caller) {
    if (chosen == null || chosen.isEmpty()) {
      return ids.get();
    }
    caller.require(Permission.ADMIN, "id", "choosing an id");
    if (!RecordIds.canonical(chosen).filter(chosen::equals).isPresent()) {
      throw new ValidationException("id", "must be a UUID in lower case");
    }
    // A deleted record leaves its header behind: its id stays taken.
    if (isUsed(chosen)) {
      throw new AlreadyExistsException("record " + chosen + " already exists");
    }
    return chosen;
  }

  private boolean isUsed(String id) {
    try {
      return !store.headers(List.of(id), Instant.EPOCH).isEmpty();
    } catch (UnreadableRecordException damaged) {
      return true;
    }
  }
}
