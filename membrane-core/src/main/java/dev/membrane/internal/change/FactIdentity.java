package dev.membrane.internal.change;

import dev.membrane.internal.keys.KeyKinds;
import dev.membrane.internal.keys.LearningScope;
import dev.membrane.schema.IdentityText;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.ValidityMode;
import dev.membrane.spi.commit.Key;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Two facts are the same if they have the same identity, whoever made them: scope, sensitivity,
 * subject, predicate, object, and whether the fact is hearsay. Texts are compared in NFC, the
 * object by value. Only facts that hold everywhere have an identity: facts that hold under
 * conditions, or for a time, can exist next to each other.
 *
 * <p>The oldest fact of an identity holds a key of this name, which is deleted with the fact. A
 * writer who finds the key reinforces its holder instead of making a second fact. If two make the
 * same fact at once, the slower one finds the key of the faster. A holder that is retracted or
 * superseded keeps the key, so that learning does not make the fact again. If a caller states the
 * fact again, the new fact takes the key over.
 *
 * @param keyName the name of the key
 */
public record FactIdentity(String keyName) {

  /** The highest confidence of hearsay. */
  public static final double HEARSAY_CONFIDENCE = 0.5;

  /** Whether a record is a fact that was told and never said. */
  public static boolean isHearsay(MemoryRecord record) {
    return record.payload() instanceof SemanticPayload
        && record.tags().contains(MemoryRecord.HEARSAY);
  }

  /** The identity of a record; empty unless it is a fact that holds everywhere. */
  public static Optional<FactIdentity> of(MemoryRecord record) {
    return record.payload() instanceof SemanticPayload fact
        ? of(LearningScope.of(record), fact, record.tags().contains(MemoryRecord.HEARSAY))
        : Optional.empty();
  }

  /** The identity of a fact; empty unless it holds everywhere. */
  public static Optional<FactIdentity> of(
      LearningScope scope, SemanticPayload fact, boolean isHearsay) {
    return fact.validity().mode() == ValidityMode.GLOBAL
        ? Optional.of(
            new FactIdentity(
                KeyKinds.FACT
                    + scope.digest(
                        IdentityText.of(fact.subject()),
                        IdentityText.of(fact.predicate()),
                        IdentityText.of(fact.object()),
                        isHearsay)))
        : Optional.empty();
  }

  /** The names of the keys of all identities that a fact may have. */
  public static List<String> keyNames(LearningScope scope, SemanticPayload fact) {
    return Stream.of(false, true)
        .flatMap(isHearsay -> of(scope, fact, isHearsay).stream())
        .map(FactIdentity::keyName)
        .toList();
  }

  /** The key as a record holds it. */
  public Key heldBy(String id) {
    return new Key(keyName, id, id);
  }
}
