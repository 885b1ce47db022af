package dev.membrane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.membrane.schema.MemoryType;
import dev.membrane.server.StartException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes a record of the rows that the reference server has of it, and notes what is not as it was.
 * Not thread-safe.
 */
final class ReferenceRecords {

  /** What Go writes of an instant that was never set begins so. */
  private static final String NEVER = "0001-";

  /** Lists that a payload must have, which Go writes as null if they are empty. */
  private static final Map<String, List<String>> LISTS =
      Map.of(
          "episodic", List.of("timeline"),
          "semantic", List.of("evidence"),
          "competence", List.of("triggers", "recipe"),
          "plan_graph", List.of("nodes", "edges"));

  private final ReferenceIds ids;
  private final ImportReport report;

  /** The ids of valid records as that server has them, by those that they have here. */
  private final Map<String, String> admitted = new HashMap<>();

  /**
   * Makes records of one database.
   *
   * @param ids of all its records
   * @param report gets what has no place here
   */
  ReferenceRecords(ReferenceIds ids, ImportReport report) {
    this.ids = ids;
    this.report = report;
  }

  /**
   * Makes a record.
   *
   * @param rows of one record
   * @param notes get what is not as it was
   * @return empty if there is no such thing here
   * @throws StartException if its payload cannot be read, or another record has its id here
   */
  Optional<ObjectNode> convert(ObjectNode rows, ImportNotes notes) {
    String type = rows.path("type").asText();
    if (Arrays.stream(MemoryType.values()).noneMatch(it -> it.wireName().equals(type))) {
      report.left("records of type " + type);
      return Optional.empty();
    }
    ObjectNode payload = payload(type, rows.path("payloads").path(0));
    ObjectNode record = JsonText.object().put("id", admissibleId(rows, notes)).put("type", type);
    notes.changed("created_at, which became the instant of the import");
    copy(rows, record);
    record.set("lifecycle", lifecycle(rows.path("decay_profiles").path(0), notes));
    ArrayNode sources = sources(rows);
    ids.rename(payload, sources, notes);
    addOrigin(sources, rows);
    record.putObject("provenance").set("sources", sources);
    relate(record, rows.path("relations"), notes);
    record.set("payload", payload);
    rows.path("audit_log").forEach(entry -> notes.left("entries of audit logs"));
    rows.path("interpretations").forEach(entry -> notes.left("interpretations"));
    return Optional.of(record);
  }

  private String admissibleId(ObjectNode rows, ImportNotes notes) {
    String id = rows.path("id").asText();
    String ours = ReferenceIds.ours(id);
    if (admitted.containsKey(ours)) {
      throw new StartException("its id is that of another record in upper or lower case");
    }
    if (!ours.equals(id)) {
      notes.changed("ids that were no UUIDs in lower case");
    }
    return ours;
  }

  private static void copy(ObjectNode rows, ObjectNode record) {
    for (String member : List.of("sensitivity", "confidence", "salience", "scope")) {
      JsonNode value = rows.path(member);
      if (!value.isMissingNode() && !value.asText().isEmpty()) {
        record.set(member, value);
      }
    }
    rows.path("tags").forEach(tag -> record.withArray("/tags").add(tag.path("tag").asText()));
  }

  /** A record was valid, so that those after it can relate to it. */
  void admitted(String id) {
    admitted.put(ReferenceIds.ours(id), id);
  }

  private static ObjectNode lifecycle(JsonNode row, ImportNotes notes) {
    ObjectNode lifecycle = JsonText.object();
    lifecycle.set("decay", decay(row, notes));
    putText(lifecycle, "last_reinforced_at", row);
    lifecycle.put("pinned", row.path("pinned").asLong() != 0);
    String policy = row.path("deletion_policy").asText();
    if (!policy.isEmpty()) {
      lifecycle.put("deletion_policy", policy);
    }
    return lifecycle;
  }

  private static ObjectNode decay(JsonNode row, ImportNotes notes) {
    ObjectNode decay = JsonText.object();
    String curve = row.path("curve").asText("exponential");
    if (curve.equals("custom")) {
      notes.changed("decay curves custom, which became exponential");
    }
    decay.put("curve", curve.equals("custom") ? "exponential" : curve);
    for (String member :
        List.of("half_life_seconds", "min_salience", "max_age_seconds", "reinforcement_gain")) {
      JsonNode value = row.path(member);
      if (!value.isMissingNode() && !(member.equals("max_age_seconds") && value.asLong() == 0)) {
        decay.set(member, value);
      }
    }
    return decay;
  }

  private static ArrayNode sources(ObjectNode rows) {
    ArrayNode sources = JsonText.object().putArray("sources");
    for (JsonNode row : rows.path("provenance_sources")) {
      ObjectNode source = sources.addObject().put("kind", row.path("kind").asText());
      String ref = row.path("ref").asText();
      source.put("ref", ref.isBlank() ? rows.path("id").asText() : ref);
      putText(source, "hash", row);
      putText(source, "created_by", row);
      putText(source, "timestamp", row);
    }
    return sources;
  }

  /** Adds when the record was made, which this server says of its own records only. */
  private static void addOrigin(ArrayNode sources, ObjectNode rows) {
    ObjectNode origin =
        sources
            .addObject()
            .put("kind", "event")
            .put("ref", "reference:" + rows.path("id").asText());
    putTold(origin, "timestamp", rows.path("created_at").asText());
  }

  private static void putText(ObjectNode into, String member, JsonNode row) {
    putTold(into, member, row.path(member).asText());
  }

  private static void putTold(ObjectNode into, String member, String text) {
    if (!text.isEmpty() && !text.startsWith(NEVER)) {
      into.put(member, text);
    }
  }

  private void relate(ObjectNode record, JsonNode relations, ImportNotes notes) {
    for (JsonNode row : relations) {
      String target = row.path("target_id").asText();
      if (!target.equals(admitted.get(ReferenceIds.ours(target)))) {
        notes.left(ImportReport.RELATIONS_LEFT);
        continue;
      }
      ObjectNode relation =
          record
              .withArray("/relations")
              .addObject()
              .put("predicate", row.path("predicate").asText())
              .put("target_id", ReferenceIds.ours(target));
      if (row.has("weight")) {
        relation.set("weight", row.path("weight"));
      }
      putText(relation, "created_at", row);
    }
  }

  private static ObjectNode payload(String type, JsonNode row) {
    JsonNode read = JsonText.stored("payload", row.path("payload_json").asText("null"));
    if (!(read instanceof ObjectNode payload)) {
      throw new StartException("the payload is no JSON object");
    }
    for (String list : LISTS.getOrDefault(type, List.of())) {
      if (payload.path(list).isNull() || payload.path(list).isMissingNode()) {
        payload.putArray(list);
      }
    }
    List<String> unset =
        payload.properties().stream()
            .filter(member -> member.getValue().isNull() && !member.getKey().equals("object"))
            .map(Map.Entry::getKey)
            .toList();
    payload.remove(unset);
    return payload;
  }
}
