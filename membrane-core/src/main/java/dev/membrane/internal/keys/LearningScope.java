package dev.membrane.internal.keys;

import dev.membrane.internal.value.Digest;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.StoreReader.RecordHeader;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The scope and sensitivity within which learned knowledge stays. It never leaves them, and its
 * keys are named by them.
 *
 * @param scope null: none
 */
public record LearningScope(@Nullable String scope, Sensitivity sensitivity) {

  /** That of a record. */
  public static LearningScope of(MemoryRecord record) {
    return new LearningScope(record.scope(), record.sensitivity());
  }

  /** That of a record of which only the header is known. */
  public static LearningScope of(RecordHeader header) {
    return new LearningScope(header.scope(), header.sensitivity());
  }

  /** What is here is seen, and also what has no scope or a lower sensitivity. */
  public Visibility visibility() {
    return new Visibility(sensitivity, scope == null ? Set.of() : Set.of(scope));
  }

  /** A digest of something that is here, which differs from that of the same elsewhere. */
  public String digest(Object... what) {
    List<Object> all = new ArrayList<>();
    all.add(Objects.requireNonNullElse(scope, ""));
    all.add(sensitivity.wireName());
    all.addAll(List.of(what));
    return Digest.of(all);
  }
}
