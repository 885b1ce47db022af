package dev.membrane.schema;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What is done to a caller's record on entry, once for all that compare and read it later. */
final class EntryForm {

  /** An id, which a caller may write in either case. */
  private static final Pattern ID =
      Pattern.compile("[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

  private EntryForm() {}

  static RecordDraft of(RecordDraft draft) {
    return draft.toBuilder()
        .scope(draft.scope() == null ? null : IdentityText.of(draft.scope()))
        .tags(draft.tags() == null ? null : draft.tags().stream().map(IdentityText::of).toList())
        .relations(
            draft.relations() == null
                ? null
                : draft.relations().stream().map(EntryForm::of).toList())
        .payload(of(draft.payload()))
        .build();
  }

  private static Relation of(Relation relation) {
    String target = relation.targetId();
    return ID.matcher(target).matches()
        ? new Relation(
            relation.predicate(),
            target.toLowerCase(Locale.ROOT),
            relation.weight(),
            relation.createdAt())
        : relation;
  }

  private static @Nullable Payload of(@Nullable Payload payload) {
    if (payload instanceof WorkingPayload working) {
      return working.withThreadId(IdentityText.of(working.threadId()));
    }
    return payload instanceof EpisodicPayload episode ? of(episode) : payload;
  }

  private static EpisodicPayload of(EpisodicPayload episode) {
    List<TimelineEvent> inOrder =
        episode.timeline().stream().sorted(Comparator.comparing(TimelineEvent::t)).toList();
    String key = episode.episode();
    return episode
        .withTrace(inOrder, episode.toolGraph())
        .under(key == null ? null : IdentityText.of(key));
  }
}
