package dev.membrane.internal.consolidate;

import dev.membrane.internal.change.FactIdentity;
import dev.membrane.internal.keys.NoteKeys;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Sensitivity;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The scope and sensitivity within which learned knowledge stays. It never leaves them.
 *
 * @param scope null: none
 */
public record LearningScope(@Nullable String scope, Sensitivity sensitivity) {

  public static LearningScope of(MemoryRecord record) {
    return new LearningScope(record.scope(), record.sensitivity());
  }

  /** The identity of a fact here; empty unless it holds everywhere. */
  Optional<FactIdentity> identity(SemanticPayload fact, boolean isHearsay) {
    return FactIdentity.of(scope, sensitivity, fact, isHearsay);
  }

  /** The names of the keys of all identities that a fact may have here. */
  List<String> identities(SemanticPayload fact) {
    return Stream.of(false, true)
        .flatMap(isHearsay -> identity(fact, isHearsay).stream())
        .map(FactIdentity::keyName)
        .toList();
  }

  /** The store's name of a stage's note here. */
  String keyName(String stage, String note) {
    return NoteKeys.name(scope, sensitivity, stage, note);
  }
}
