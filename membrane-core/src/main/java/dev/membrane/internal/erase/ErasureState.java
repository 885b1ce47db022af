package dev.membrane.internal.erase;

import dev.membrane.EraseRequest;
import dev.membrane.internal.consolidate.StoredFields;
import dev.membrane.internal.keys.ErasureKeys;
import dev.membrane.internal.value.RecordIds;
import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.AuditTrail.AuditHead;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How far an erasure has come. It is kept in a key, which changes in each of its commits.
 *
 * @param id the id of its proof
 * @param actor the one on whose behalf it is erased
 * @param phase what is erased at present
 * @param after the place after which the phase goes on; empty: at its beginning
 * @param remaining how many records of a scope are still erased at most: what is written to it
 *     meanwhile stays
 * @param counts how much was erased, by what it is
 * @param erased the head of the audit logs of erased records
 */
record ErasureState(
    String id,
    ErasureTarget target,
    String actor,
    ErasurePhase phase,
    String after,
    long remaining,
    ErasureCounts counts,
    AuditHead erased) {

  private static final RecordCodec CODEC = new RecordCodec();

  /** What is erased, one after the other. */
  enum ErasurePhase {
    RECORDS("RECORDS"),
    PRUNED("PRUNED"),
    VERSIONS("VERSIONS"),
    TOMBSTONES("TOMBSTONES"),
    NOTES("NOTES"),
    LESSONS("LESSONS"),
    IDEMPOTENT_CALLS("RECEIPTS"),
    ANSWER_RECEIPTS("ANSWERS"),
    MARKS("MARKS"),
    KEY("KEY"),
    PROOF("PROOF");

    /** It is stored, and an erasure may go on with another version of this program. */
    private final String word;

    ErasurePhase(String word) {
      this.word = word;
    }

    private static ErasurePhase of(String word) {
      return Stream.of(values())
          .filter(phase -> phase.word.equals(word))
          .findFirst()
          .orElseThrow(() -> new IllegalArgumentException("no phase of an erasure"));
    }
  }

  static ErasureState begin(String id, ErasureTarget target, String actor, long records) {
    return new ErasureState(
        id, target, actor, ErasurePhase.RECORDS, "", records, ErasureCounts.NONE, AuditHead.NONE);
  }

  EraseRequest request() {
    return target.request();
  }

  Visibility visibility() {
    return target.visibility();
  }

  /**
   * The scope of the proof. It depends only on who erases. If it depended on what is erased,
   * whoever reads that a record of theirs was erased would learn whether hidden ones were among the
   * others.
   */
  @Nullable String scopeOfProof() {
    Set<String> scopes = visibility().scopes();
    return scopes != null && scopes.size() == 1 ? scopes.iterator().next() : null;
  }

  ErasureState at(ErasurePhase next, String from) {
    return new ErasureState(id, target, actor, next, from, remaining, counts, erased);
  }

  ErasureState without(long records) {
    return new ErasureState(id, target, actor, phase, after, remaining - records, counts, erased);
  }

  /** The state with more of what the report does not count. */
  ErasureState withRemains(long more) {
    return with(ErasureCounts.of(ErasureCounts.REMAINS, more), AuditHead.NONE);
  }

  ErasureState with(ErasureCounts more, AuditHead logs) {
    return new ErasureState(
        id, target, actor, phase, after, remaining, counts.plus(more), erased.plus(logs));
  }

  Key toKey() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("ids", request().ids());
    json.put("scope", request().scope());
    json.put("subject", request().subject());
    json.put("reason", request().reason());
    json.put("override_policy", request().overridePolicy() ? 1 : 0);
    json.put("actor", actor);
    json.put("ceiling", visibility().ceiling().wireName());
    json.put("scopes", visibility().scopes() == null ? null : List.copyOf(visibility().scopes()));
    json.put("phase", phase.word);
    json.put("after", after);
    json.put("left", remaining);
    json.put("counts", counts.byWord());
    json.put("trails", erased.trails());
    json.put("sum", erased.sum().toString(16));
    return new Key(ErasureKeys.PREFIX + id, CODEC.write(JsonValue.of(json)), null);
  }

  /** Reads a key; empty if no erasure of this version of the program has written it. */
  static Optional<ErasureState> read(Key key) {
    try {
      return Optional.of(of(key)).filter(state -> RecordIds.canonical(state.id).isPresent());
    } catch (ValidationException | IllegalArgumentException | ClassCastException foreign) {
      return Optional.empty();
    }
  }

  static ErasureState of(Key key) {
    StoredFields json = StoredFields.of((JsonObject) CODEC.parse("erasure", key.value()));
    EraseRequest.Builder request =
        EraseRequest.builder()
            .ids(json.texts("ids"))
            .reason(json.text("reason"))
            .overridePolicy(number(json.value("override_policy")) > 0);
    json.optionalText("scope").ifPresent(request::scope);
    json.optionalText("subject").ifPresent(request::subject);
    Set<String> scopes =
        json.value("scopes") instanceof JsonArray ? Set.copyOf(json.texts("scopes")) : null;
    StoredFields counts =
        json.has("counts")
            ? StoredFields.of((JsonObject) json.value("counts"))
            : StoredFields.none();
    return new ErasureState(
        key.name().substring(ErasureKeys.PREFIX.length()),
        new ErasureTarget(
            request.build(),
            new Visibility(Sensitivity.of("ceiling", json.text("ceiling")), scopes)),
        json.text("actor"),
        ErasurePhase.of(json.text("phase")),
        json.text("after"),
        json.has("left") ? number(json.value("left")) : Long.MAX_VALUE,
        new ErasureCounts(counts.byName((all, what) -> number(all.value(what)))),
        new AuditHead(number(json.value("trails")), new BigInteger(json.text("sum"), 16)));
  }

  private static long number(JsonValue value) {
    return value instanceof JsonNumber number ? Long.parseLong(number.text()) : 0;
  }
}
