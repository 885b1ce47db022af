package dev.membrane.schema;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rules that a caller has to keep, and what was stored before them need not. */
final class EntryRules {

  private int values;

  private EntryRules() {}

  static void check(RecordDraft draft) {
    new EntryRules().checkMembers(null, draft);
    Payload payload = draft.payload();
    if (payload != null) {
      new PayloadRules(Rules::notBlank).check(Path.of("payload"), payload);
    }
    Provenance provenance = draft.provenance();
    if (provenance != null) {
      Rules.each(
          Path.of("provenance").member("sources"),
          provenance.sources(),
          (at, source) -> Rules.notBlank(at.member("ref"), source.ref()));
    }
    if (draft.relations() != null) {
      Rules.each(
          Path.of("relations"),
          draft.relations(),
          (at, relation) -> Rules.notBlank(at.member("predicate"), relation.predicate()));
    }
    checkIdentifiers(draft);
  }

  private static void checkIdentifiers(RecordDraft draft) {
    if (draft.scope() != null) {
      Visible.checkIdentifier("scope", draft.scope());
    }
    if (draft.tags() != null) {
      draft.tags().forEach(tag -> Visible.checkName("tags", tag));
    }
    if (draft.payload() instanceof WorkingPayload working) {
      Visible.checkIdentifier("payload.thread_id", working.threadId());
    }
    if (draft.payload() instanceof EpisodicPayload episode && episode.episode() != null) {
      Visible.checkIdentifier("payload.episode", episode.episode());
    }
  }

  private void checkMembers(@Nullable Path parent, Record owner) {
    for (Shape.Member member : Shape.of(owner).members()) {
      Path at = parent == null ? Path.of(member.name()) : parent.member(member.name());
      check(at, member.read(owner));
    }
  }

  private void check(Path at, @Nullable Object value) {
    if (value instanceof JsonValue json) {
      values += Limits.checkFreeForm(at.toString(), json);
      if (values > Limits.MAX_RECORD_VALUES) {
        throw Limits.tooManyValues("record", Limits.MAX_RECORD_VALUES);
      }
    } else if (value instanceof Record owner) {
      checkMembers(at, owner);
    } else if (value instanceof List<?> items) {
      int index = 0;
      for (Object item : items) {
        check(at.item(index++), item);
      }
    } else if (value instanceof Map<?, ?> entries) {
      entries.values().forEach(entry -> check(at, entry));
    }
  }
}
