package dev.membrane.internal.change;

import dev.membrane.internal.access.KnownRecords;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoredRecord;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The place of a {@link FactIdentity} as it was read. Not thread-safe. */
public final class FactPlace {

  private final FactIdentity identity;
  private final @Nullable Key key;
  private final @Nullable StoredRecord holder;

  private FactPlace(FactIdentity identity, @Nullable Key key, @Nullable StoredRecord holder) {
    this.identity = identity;
    this.key = key;
    this.holder = holder;
  }

  /**
   * Reads the place of an identity.
   *
   * @param visibility what the caller may know of
   */
  public static FactPlace read(MemoryStore store, FactIdentity identity, Visibility visibility) {
    Key key = store.find(List.of(identity.keyName())).stream().findFirst().orElse(null);
    StoredRecord holder =
        key == null
            ? null
            : new KnownRecords(store, visibility)
                .get(List.of(key.value())).stream().findFirst().orElse(null);
    return new FactPlace(identity, key, holder);
  }

  /**
   * Gives a new record its identity, unless another one that stands has it.
   *
   * @param retiring ids of records that the same commit retires
   * @param visibility what the caller may know of
   */
  public static void fill(
      MemoryStore store,
      MemoryRecord record,
      Set<String> retiring,
      Visibility visibility,
      Changeset.Builder changes) {
    if (record.isRetired()) {
      return;
    }
    Optional<FactIdentity> identity = FactIdentity.of(record);
    if (identity.isPresent()) {
      FactPlace place = read(store, identity.get(), visibility);
      if (place.holder().map(stored -> stored.record().id()).filter(retiring::contains).isPresent()
          || place.holder().isEmpty()) {
        place.take(record.id(), changes);
      }
    }
  }

  /** Who holds the identity and was neither retracted nor superseded. */
  public Optional<StoredRecord> holder() {
    return Optional.ofNullable(holder).filter(stored -> !stored.record().isRetired());
  }

  /** Who holds the identity and was retracted or superseded. */
  public Optional<StoredRecord> withdrawn() {
    return Optional.ofNullable(holder).filter(stored -> stored.record().isRetired());
  }

  /** A record takes the identity, whoever has it. */
  public void take(String id, Changeset.Builder changes) {
    if (key != null && key.value().equals(id)) {
      return;
    }
    if (key != null) {
      changes.removeKey(key);
    }
    changes.addKey(identity.heldBy(id));
  }
}
