package dev.membrane.internal.erase;

import dev.membrane.internal.change.LearnedKeys;
import dev.membrane.internal.consolidate.StoredLesson;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.IdentityText;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.spi.Stage;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.StoredRecord;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds the episodes that facts about a subject were learned from, and nothing else that is there.
 * Not thread-safe.
 */
final class SharedEvidence {

  private final ErasureParts parts;
  private final Visibility visibility;
  private final Lineage lineage;
  private final String subject;

  /**
   * The evidence of facts.
   *
   * @param visibility what is seen of the episodes, and of what was learned from them
   */
  SharedEvidence(ErasureParts parts, Visibility visibility, Instant now, String subject) {
    this.parts = parts;
    this.visibility = visibility;
    this.lineage = new Lineage(parts.store(), visibility, now);
    this.subject = IdentityText.of(subject);
  }

  /** Whether a record is a fact about the subject. */
  boolean isAbout(MemoryRecord record) {
    return record.payload() instanceof SemanticPayload fact && isAbout(fact);
  }

  private boolean isAbout(SemanticPayload fact) {
    return IdentityText.of(fact.subject()).equals(subject);
  }

  /**
   * The ids of the episodes that these facts have for themselves, those that were pruned and have
   * versions among them.
   */
  Set<String> ofNothingElse(Collection<MemoryRecord> facts) {
    Set<String> named = facts.stream().flatMap(Lineage::grounds).collect(Collectors.toSet());
    Set<String> episodes =
        (named.isEmpty() ? Stream.<MemoryRecord>empty() : records(named))
            .filter(it -> it.payload() instanceof EpisodicPayload)
            .map(MemoryRecord::id)
            .collect(Collectors.toCollection(HashSet::new));
    if (!episodes.isEmpty()) {
      episodes.removeAll(namedByOthers(episodes));
      parts.stages().forEach(stage -> episodes.removeAll(taughtMore(stage, episodes)));
    }
    return episodes;
  }

  private Stream<MemoryRecord> records(Set<String> ids) {
    Stream<MemoryRecord> present =
        parts.store().get(ids).stream().map(StoredRecord::record).filter(visibility::sees);
    Stream<MemoryRecord> pruned =
        LastStates.of(ids, parts.store())
            .filter(past -> visibility.sees(past.scope(), past.sensitivity()))
            .map(past -> past.stored().record());
    return Stream.concat(present, pruned);
  }

  private Set<String> namedByOthers(Set<String> episodes) {
    Set<String> near = lineage.near(episodes);
    Set<String> named =
        near.isEmpty()
            ? Set.of()
            : parts.store().get(near).stream()
                .map(StoredRecord::record)
                .filter(record -> !isAbout(record))
                .flatMap(Lineage::grounds)
                .collect(Collectors.toSet());
    return episodes.stream().filter(named::contains).collect(Collectors.toSet());
  }

  private <L> Set<String> taughtMore(Stage<L> stage, Set<String> episodes) {
    Map<String, String> names =
        episodes.stream()
            .collect(Collectors.toMap(id -> LearnedKeys.keyName(stage.name(), id), id -> id));
    List<Key> keys = names.isEmpty() ? List.of() : parts.store().find(names.keySet());
    return keys.stream()
        .filter(
            key ->
                StoredLesson.of(key)
                    .lesson(stage.codec())
                    .filter(it -> isMore(stage, it))
                    .isPresent())
        .map(key -> String.valueOf(names.get(key.name())))
        .collect(Collectors.toSet());
  }

  /** Whether a lesson is about more than the subject. A lesson without facts is of a procedure. */
  private <L> boolean isMore(Stage<L> stage, L lesson) {
    Collection<SemanticPayload> facts = stage.facts(lesson);
    return facts.isEmpty() || !facts.stream().allMatch(this::isAbout);
  }
}
