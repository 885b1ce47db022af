package dev.membrane.testing;

import dev.membrane.schema.MemoryType;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.Relation;
import dev.membrane.schema.Sensitivity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Drafts of records that take the place of others. */
final class RevisionDrafts {

  private RevisionDrafts() {}

  static RecordDraft draft(RandomContents contents, MemoryType type, String thread) {
    return RecordDraft.builder()
        .tags(contents.tags())
        .payload(contents.payload(type, thread, null))
        .build();
  }

  static RecordDraft moved(
      RecordDraft draft, @Nullable String scope, @Nullable Sensitivity level, List<String> about) {
    List<Relation> relations =
        about.stream().map(id -> new Relation("about", id, null, null)).toList();
    return draft.toBuilder().scope(scope).sensitivity(level).relations(relations).build();
  }
}
