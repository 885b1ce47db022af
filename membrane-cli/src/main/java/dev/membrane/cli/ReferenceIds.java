package dev.membrane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The ids that the records of the reference server have here. Safe for use by many threads. */
final class ReferenceIds {

  private static final Pattern UUID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
  private static final String REF = "ref";

  private final Set<String> known;

  /**
   * The ids of one database.
   *
   * @param ids as that server has them, of all its records
   */
  ReferenceIds(Collection<String> ids) {
    known = ids.stream().map(ReferenceIds::ours).collect(Collectors.toUnmodifiableSet());
  }

  /** The id here, which has to be a UUID in lower case. */
  static String ours(String id) {
    String lower = id.toLowerCase(Locale.ROOT);
    return UUID.matcher(lower).matches() ? lower : ImportedRecords.idOf("reference", id);
  }

  /**
   * Has a payload and its sources name other records of the database by their ids here. What else
   * they name is not of the database and stays. So does what an episode's sources say of its own
   * events and calls, which may have any names.
   *
   * @param notes get each name that changes
   */
  void rename(ObjectNode payload, Iterable<JsonNode> sources, ImportNotes notes) {
    JsonNode revision = payload.path("revision");
    rename(revision, "supersedes", notes);
    rename(revision, "superseded_by", notes);
    payload.path("evidence").forEach(evidence -> rename(evidence, "source_id", notes));
    Set<String> own = new HashSet<>();
    payload.path("timeline").forEach(event -> own.add(event.path(REF).asText()));
    payload.path("tool_graph").forEach(call -> own.add(call.path("id").asText()));
    for (JsonNode source : sources) {
      if (!own.contains(source.path(REF).asText())) {
        rename(source, REF, notes);
      }
    }
  }

  private void rename(JsonNode of, String member, ImportNotes notes) {
    String name = of.path(member).asText();
    if (of instanceof ObjectNode object
        && object.path(member).isTextual()
        && known.contains(ours(name))
        && !ours(name).equals(name)) {
      object.put(member, ours(name));
      notes.changed("ids in evidence, sources and revisions that were no UUIDs in lower case");
    }
  }
}
