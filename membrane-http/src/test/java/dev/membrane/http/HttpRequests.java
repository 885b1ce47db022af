package dev.membrane.http;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.membrane.PageRequest;
import dev.membrane.TrustContext;
import dev.membrane.schema.Constraint;
import dev.membrane.schema.DecayCurve;
import dev.membrane.schema.DecayProfile;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.Lifecycle;
import dev.membrane.schema.LifecycleDraft;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Payload;
import dev.membrane.schema.Provenance;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.json.RecordCodec;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/** The bodies of requests. */
final class HttpRequests {

  private static final RecordCodec CODEC = new RecordCodec();

  private HttpRequests() {}

  static ObjectNode empty() {
    return Site.JSON.createObjectNode();
  }

  static ObjectNode id(String id) {
    return empty().put("id", requireNonNull(id, "id"));
  }

  static ObjectNode under(TrustContext trust, ObjectNode request) {
    if (trust == null) {
      return request;
    }
    ObjectNode narrowed = request.putObject("trust");
    narrowed.put("max_sensitivity", trust.maxSensitivity().wireName());
    putIfAny(narrowed, "actor_id", trust.actorId());
    return putAll(request, narrowed, "scopes", trust.scopes());
  }

  private static ObjectNode putAll(
      ObjectNode answer, ObjectNode into, String name, Collection<String> texts) {
    putAll(into, name, texts);
    return answer;
  }

  static void putAll(ObjectNode into, String name, Collection<String> texts) {
    ArrayNode array = into.putArray(name);
    texts.forEach(text -> array.add(requireNonNull(text, name + "[" + array.size() + "]")));
  }

  static void putIfAny(ObjectNode into, String name, String text) {
    if (text != null) {
      into.put(name, text);
    }
  }

  /** Of an episode. */
  static void putScope(ObjectNode into, String scope) {
    putIfAny(into, "scope", scope);
    into.put("unscoped", "".equals(scope));
  }

  static void putIfAny(ObjectNode into, String name, Instant instant) {
    if (instant != null) {
      into.put(name, instant.toString());
    }
  }

  static void putIfAny(ObjectNode into, String name, JsonValue value) {
    if (value != null) {
      into.set(name, Site.parsed(CODEC.write(value)));
    }
  }

  static ObjectNode page(PageRequest page) {
    return under(
        page.trust(), empty().put("page_size", page.pageSize()).put("cursor", page.cursor()));
  }

  static void putConstraints(ObjectNode into, List<Constraint> constraints) {
    ArrayNode array = into.putArray("active_constraints");
    for (Constraint constraint : constraints) {
      ObjectNode one = array.addObject().put("required", constraint.required());
      putIfAny(one, "type", constraint.type());
      putIfAny(one, "key", constraint.key());
      putIfAny(one, "value", constraint.value());
    }
  }

  /** A payload in its own shape. */
  static Payload payload(ObjectNode payload) {
    ObjectNode draft = empty();
    draft.set("payload", payload);
    return requireNonNull(CODEC.decodeDraft(draft.toString()).payload());
  }

  /** What the draft says, in the shape of a record. */
  static ObjectNode draft(RecordDraft draft) {
    ObjectNode whole = (ObjectNode) Site.parsed(CODEC.encode(like(draft)));
    whole.remove(List.of("created_at", "updated_at", "audit_log", "lifecycle"));
    keep(whole, "id", draft.id());
    keep(whole, "type", draft.type());
    keep(whole, "sensitivity", draft.sensitivity());
    keep(whole, "confidence", draft.confidence());
    keep(whole, "salience", draft.salience());
    keep(whole, "tags", draft.tags());
    keep(whole, "provenance", draft.provenance());
    keep(whole, "relations", draft.relations());
    if (draft.lifecycle() != null) {
      whole.set("lifecycle", lifecycle(draft.lifecycle()));
    }
    return whole;
  }

  private static void keep(ObjectNode whole, String name, Object said) {
    if (said == null) {
      whole.remove(name);
    }
  }

  /** A record with what the draft says, and anything where it says nothing. */
  private static MemoryRecord like(RecordDraft draft) {
    return new MemoryRecord(
        Objects.requireNonNullElse(draft.id(), "any"),
        Objects.requireNonNullElse(draft.type(), requireNonNull(draft.payload()).kind()),
        Objects.requireNonNullElse(draft.sensitivity(), Sensitivity.LOW),
        Objects.requireNonNullElse(draft.confidence(), 1.0),
        Objects.requireNonNullElse(draft.salience(), 1.0),
        draft.scope(),
        Objects.requireNonNullElse(draft.tags(), List.of()),
        Instant.EPOCH,
        Instant.EPOCH,
        new Lifecycle(
            new DecayProfile(DecayCurve.EXPONENTIAL, 1, null, null, null),
            Instant.EPOCH,
            false,
            DeletionPolicy.AUTO_PRUNE),
        Objects.requireNonNullElse(draft.provenance(), new Provenance(List.of(), null)),
        Objects.requireNonNullElse(draft.relations(), List.of()),
        requireNonNull(draft.payload()),
        List.of());
  }

  private static ObjectNode lifecycle(LifecycleDraft draft) {
    ObjectNode lifecycle = empty();
    ObjectNode decay = lifecycle.putObject("decay");
    if (draft.curve() != null) {
      decay.put("curve", draft.curve().wireName());
    }
    decay.put("half_life_seconds", draft.halfLifeSeconds());
    decay.put("min_salience", draft.minSalience());
    decay.put("max_age_seconds", draft.maxAgeSeconds());
    decay.put("reinforcement_gain", draft.reinforcementGain());
    decay.properties().removeIf(member -> member.getValue().isNull());
    if (decay.isEmpty()) {
      lifecycle.remove("decay");
    }
    putIfAny(lifecycle, "last_reinforced_at", draft.lastReinforcedAt());
    if (draft.pinned() != null) {
      lifecycle.put("pinned", draft.pinned());
    }
    if (draft.deletionPolicy() != null) {
      lifecycle.put("deletion_policy", draft.deletionPolicy().wireName());
    }
    return lifecycle;
  }
}
