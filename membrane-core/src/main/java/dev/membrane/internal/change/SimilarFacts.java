package dev.membrane.internal.change;

import dev.membrane.internal.access.KnownRecords;
import dev.membrane.internal.keys.KeyKinds;
import dev.membrane.internal.keys.LearningScope;
import dev.membrane.internal.text.RecordTies;
import dev.membrane.internal.text.TextAnalyzer;
import dev.membrane.schema.IdentityText;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Hit;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoredRecord;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/** Finds facts about the same subject and predicate. Thread-safe. */
public final class SimilarFacts {

  private static final RecordTies TIES = new RecordTies(new TextAnalyzer());

  private final MemoryStore store;

  /** Looks in a store. */
  public SimilarFacts(MemoryStore store) {
    this.store = store;
  }

  /**
   * The facts that share scope, sensitivity, subject and predicate with a given fact, hold now, if
   * only under conditions, were neither retracted nor superseded, and are seen. They are in no
   * particular order.
   *
   * @param seen what the caller sees
   * @param most how many records are looked at, those that arrived last first; ones of lower levels
   *     and without a scope count too
   */
  public List<StoredRecord> like(MemoryRecord fact, Visibility seen, Instant now, int most) {
    SemanticPayload payload = (SemanticPayload) fact.payload();
    LearningScope scope = LearningScope.of(fact);
    Filter filter = Filter.of(scope.visibility(), now).withTypes(Set.of(MemoryType.SEMANTIC));
    List<String> claim = List.of(TIES.claimOrText(payload));
    List<String> ids = store.search(filter, claim, most).stream().map(Hit::id).toList();
    return new KnownRecords(store, seen)
        .get(ids).stream()
            .filter(stored -> seen.sees(stored.record()))
            .filter(stored -> LearningScope.of(stored.record()).equals(scope))
            .filter(stored -> isLike(payload, stored.record()))
            .toList();
  }

  /**
   * The name of the key of the fact that was last stored to revise all that are {@link #like} it.
   * Whoever revises them reads the key first and replaces it, so that of two who both find nothing
   * to revise the slower one has to look again.
   */
  public static String keyName(MemoryRecord fact) {
    SemanticPayload payload = (SemanticPayload) fact.payload();
    return KeyKinds.SIMILAR_FACTS
        + LearningScope.of(fact)
            .digest(IdentityText.of(payload.subject()), IdentityText.of(payload.predicate()));
  }

  private static boolean isLike(SemanticPayload fact, MemoryRecord other) {
    return !other.isRetired()
        && other.payload() instanceof SemanticPayload another
        && isSame(fact.subject(), another.subject())
        && isSame(fact.predicate(), another.predicate());
  }

  private static boolean isSame(String one, String other) {
    return IdentityText.of(one).equals(IdentityText.of(other));
  }
}
