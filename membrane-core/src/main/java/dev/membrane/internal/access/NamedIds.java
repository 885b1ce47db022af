package dev.membrane.internal.access;

import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RevisionState;
import dev.membrane.schema.SemanticPayload;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds the ids of other records that a record names. */
public final class NamedIds {

  /** In either case, as callers write them. */
  private static final Pattern ID =
      Pattern.compile("[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

  private static final int LENGTH = 36;

  /** Where an id has the version of its UUID. */
  private static final int VERSION = 14;

  private NamedIds() {}

  /** Adds what may be ids in the links, sources, evidence and audit log of a record. */
  static void addTo(Set<String> ids, MemoryRecord record) {
    record.relations().forEach(relation -> addTo(ids, relation.targetId()));
    record
        .provenance()
        .sources()
        .forEach(
            source -> {
              addTo(ids, source.ref());
              addTo(ids, source.createdBy());
            });
    record.auditLog().forEach(entry -> addTo(ids, entry.rationale()));
    RevisionState revision = record.revision();
    if (revision != null) {
      addTo(ids, revision.supersedes());
      addTo(ids, revision.supersededBy());
    }
    if (record.payload() instanceof SemanticPayload fact) {
      fact.evidence().forEach(evidence -> addTo(ids, evidence.sourceId()));
    }
  }

  /** Whether an id is of the kind that the server gives out: a UUID of version 7. */
  static boolean isOfServer(String id) {
    return id.charAt(VERSION) == '7';
  }

  /** Adds what may be ids in a text. */
  static void addTo(Set<String> ids, @Nullable String text) {
    if (text == null || text.length() < LENGTH) {
      return;
    }
    Matcher matcher = ID.matcher(text);
    while (matcher.find()) {
      ids.add(matcher.group().toLowerCase(Locale.ROOT));
    }
  }

  /** What may be ids in a text. */
  public static Set<String> in(String text) {
    Set<String> ids = new HashSet<>();
    addTo(ids, text);
    return ids;
  }
}
