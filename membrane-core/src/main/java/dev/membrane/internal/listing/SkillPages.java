package dev.membrane.internal.listing;

import dev.membrane.Listing.AgentSkill;
import dev.membrane.internal.access.ByteBudget;
import dev.membrane.internal.access.KnownRecords;
import dev.membrane.internal.episode.KnownRuns;
import dev.membrane.internal.skill.SkillText;
import dev.membrane.internal.skill.TrackRecords;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RecordView;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreReader.RecordHeader;
import dev.membrane.spi.store.StoredRecord;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes a page of skills from the records of procedures, a few at a time. Not thread-safe. */
final class SkillPages {

  /** How many records are read at a time. */
  private static final int CHUNK = 64;

  /** The room for the texts of a page, in characters. */
  private static final long ANSWER = 4L << 20;

  private final MemoryStore store;
  private final MemoryStore strict;
  private final KnownRuns runs;
  private final SkillQuery question;
  private final int size;
  private final List<AgentSkill> skills = new ArrayList<>();
  private String last = "";
  private boolean more = true;
  private long used;
  private boolean full;

  /**
   * Nothing is read yet.
   *
   * @param strict throws if the one record cannot be read that is asked for
   */
  SkillPages(MemoryStore store, MemoryStore strict, KnownRuns runs, SkillQuery question, int size) {
    this.store = store;
    this.strict = strict;
    this.runs = runs;
    this.question = question;
    this.size = size;
  }

  /** Reads the page after a record; empty: the first. */
  SkillPages read(String after) {
    last = after;
    if (question.isForOne()) {
      addTheOne();
    }
    while (more && !full && skills.size() < size) {
      int wanted = Math.min(CHUNK, size - skills.size());
      RecordPages page = new RecordPages(store, question.records(), wanted).read(last);
      add(page.records());
      String next = page.next();
      more = full || next != null;
      last = full || next == null ? last : next;
    }
    return this;
  }

  /** It is found by the id of its record, so nothing else is looked at. */
  private void addTheOne() {
    more = false;
    Visibility visibility = question.filter().visibility();
    List<String> seen =
        new KnownRecords(strict, visibility)
            .inFull(question.theRecord().stream().toList()).stream().map(RecordHeader::id).toList();
    List<MemoryRecord> records =
        (seen.isEmpty() ? List.<StoredRecord>of() : strict.get(seen, ByteBudget.LARGEST_RECORD))
            .stream().filter(question.filter()::passes).map(StoredRecord::record).toList();
    of(records).stream()
        .filter(skill -> question.name() == null || skill.name().equals(question.name()))
        .forEach(skills::add);
  }

  private List<AgentSkill> of(List<? extends RecordView> views) {
    List<MemoryRecord> records =
        views.stream()
            .filter(MemoryRecord.class::isInstance)
            .map(MemoryRecord.class::cast)
            .toList();
    TrackRecords tracks = TrackRecords.withReasons(records, store, runs);
    return SkillText.of(records, tracks, runs, store)
        .filter(skill -> question.stoppedToo() || !skill.stoppedWorking())
        .toList();
  }

  private void add(List<RecordView> views) {
    for (AgentSkill skill : of(views)) {
      used += skill.text().length();
      full = full || (used > ANSWER && !skills.isEmpty());
      if (!full) {
        skills.add(skill);
        last = skill.recordId();
      }
    }
  }

  List<AgentSkill> skills() {
    return skills;
  }

  /** The id to go on after; null on the last page. */
  @Nullable String next() {
    return more ? last : null;
  }
}
