package dev.membrane.store.sqlite;

import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.search.Terms;
import dev.membrane.spi.store.AuditTrail;
import dev.membrane.spi.store.AuditTrail.AuditHead;
import dev.membrane.spi.store.StoreReader.Inspection;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a store finds wrong with itself, where records have no terms. */
final class StoreFaults implements Inspection {

  private final List<String> faults = new ArrayList<>();

  private StoreFaults() {}

  /** {@code <id of the record, or null>: <reason>}. */
  static List<String> of(SqliteStore store) {
    StoreFaults found = new StoreFaults();
    store.inspect(found);
    return found.faults;
  }

  @Override
  public void trail(AuditTrail trail) {}

  @Override
  public void head(@Nullable String scope, AuditHead head) {}

  @Override
  public Terms termsOf(MemoryRecord record) {
    return Terms.NONE;
  }

  @Override
  public void fault(@Nullable String id, String reason) {
    faults.add(id + ": " + reason);
  }
}
