package dev.membrane.internal.view;

import dev.membrane.internal.keys.RelationNames;
import dev.membrane.schema.EvidenceType;
import dev.membrane.schema.IdentityText;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.ProvenanceRef;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.ValidityMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Tells which facts of an answer another one of it gives another object, and which of them is the
 * latest. Only what is shown counts, so that nothing is said of what is not seen. Immutable.
 *
 * <p>Several objects of one run, or more than {@value #MAX_OBJECTS}, are a list, in which none
 * takes the place of another.
 */
final class ConflictingFacts {

  static final String LATEST = "latest";
  static final String OLDER = "older";

  /** As consolidation has it. */
  private static final int MAX_OBJECTS = 8;

  private static final Comparator<MemoryRecord> BY_TIME =
      Comparator.comparing(Attribution::at)
          .thenComparing(MemoryRecord::createdAt)
          .thenComparing(MemoryRecord::id);

  private final Map<String, String> ages = new HashMap<>();

  /** The facts among the records of an answer. */
  ConflictingFacts(List<RecordView> answered) {
    Map<StatedProperty, List<MemoryRecord>> properties = new LinkedHashMap<>();
    answered.stream()
        .flatMap(view -> view.full().stream())
        .filter(ConflictingFacts::excludesOthers)
        .forEach(
            fact ->
                properties
                    .computeIfAbsent(StatedProperty.of(fact), property -> new ArrayList<>())
                    .add(fact));
    properties.values().stream().filter(facts -> facts.size() > 1).forEach(this::compare);
  }

  /** Which facts are about the same: what is hearsay says nothing of what is not. */
  private record StatedProperty(
      @Nullable String scope,
      Sensitivity sensitivity,
      String subject,
      String predicate,
      boolean isHearsay) {

    static StatedProperty of(MemoryRecord record) {
      SemanticPayload fact = (SemanticPayload) record.payload();
      return new StatedProperty(
          record.scope(),
          record.sensitivity(),
          IdentityText.of(fact.subject()),
          IdentityText.of(fact.predicate()),
          CompactJson.isHearsay(record));
    }
  }

  /** {@code latest} or {@code older}; null if no other fact says otherwise. */
  @Nullable String age(MemoryRecord record) {
    return ages.get(record.id());
  }

  /** Of which records this says what others say. */
  Predicate<RecordView> agreesWith(ConflictingFacts others) {
    return view -> Objects.equals(ages.get(view.id()), others.ages.get(view.id()));
  }

  /** Whether it holds, under all conditions and at any time, and is no line of a record of runs. */
  private static boolean excludesOthers(MemoryRecord record) {
    return record.payload() instanceof SemanticPayload fact
        && !record.isRetired()
        && fact.validity().mode() == ValidityMode.GLOBAL
        && !fact.predicate().equals(RelationNames.OBSERVED_IN);
  }

  private void compare(List<MemoryRecord> facts) {
    long objects = facts.stream().map(ConflictingFacts::object).distinct().count();
    if (objects == 1 || objects > MAX_OBJECTS || areOfOneRun(facts)) {
      return;
    }
    String last = object(facts.stream().max(BY_TIME).orElseThrow());
    facts.forEach(fact -> ages.put(fact.id(), object(fact).equals(last) ? LATEST : OLDER));
  }

  private static boolean areOfOneRun(List<MemoryRecord> facts) {
    Map<String, String> objects = new HashMap<>();
    for (MemoryRecord fact : facts) {
      for (ProvenanceRef evidence : ((SemanticPayload) fact.payload()).evidence()) {
        // The source of an observation is who stated it, who may state many.
        if (evidence.sourceType() != EvidenceType.OBSERVATION
            && !objects
                .computeIfAbsent(evidence.sourceId(), run -> object(fact))
                .equals(object(fact))) {
          return true;
        }
      }
    }
    return false;
  }

  /** As it is told, in whatever case a word was written. */
  private static String object(MemoryRecord fact) {
    JsonValue object = ((SemanticPayload) fact.payload()).object();
    return object instanceof JsonString text
        ? OneLine.of(IdentityText.of(text.value())).toLowerCase(Locale.ROOT)
        : OneLine.of(IdentityText.of(object));
  }
}
