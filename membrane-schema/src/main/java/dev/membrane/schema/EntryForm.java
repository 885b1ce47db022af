package dev.membrane.schema;

import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is done to a caller's record on entry, once for all that compare and read it later. */
final class EntryForm {

  private EntryForm() {}

  static RecordDraft of(RecordDraft draft) {
    return draft.toBuilder()
        .scope(draft.scope() == null ? null : IdentityText.of(draft.scope()))
        .tags(draft.tags() == null ? null : draft.tags().stream().map(IdentityText::of).toList())
        .payload(of(draft.payload()))
        .build();
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
