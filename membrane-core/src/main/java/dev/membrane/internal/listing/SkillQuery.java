package dev.membrane.internal.listing;

import static java.util.Objects.requireNonNull;

import dev.membrane.ListSkillsRequest;
import dev.membrane.internal.skill.SkillName;
import dev.membrane.internal.value.TextRules;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.search.Arrivals.Period;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Visibility;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which skills are listed, checked.
 *
 * @param name null: any
 * @param recordId null: any
 * @param stoppedToo whether those that stopped working are
 * @param filter what is read: all procedures that are seen in full and not retired
 * @param cursors those of its pages
 */
record SkillQuery(
    @Nullable String name,
    @Nullable String recordId,
    boolean stoppedToo,
    Filter filter,
    PageCursor cursors) {

  static SkillQuery of(
      ListSkillsRequest request, Visibility visibility, PageCursor cursors, Instant now) {
    String name = request.name();
    if (name != null && !SkillName.isName(name)) {
      throw ValidationException.worded(
          "name",
          "name must be 1 to 64 lower-case letters, digits and single hyphens between them");
    }
    if (request.recordId() != null) {
      TextRules.check("record_id", request.recordId());
    }
    return new SkillQuery(
        name,
        request.recordId(),
        request.includeStopped(),
        Filter.of(visibility, now).withTypes(MemoryType.PROCEDURES),
        cursors);
  }

  /** Whether it asks for one skill. */
  boolean isForOne() {
    return name != null || recordId != null;
  }

  /** The record of the skill that is asked for; empty if there can be none. */
  Optional<String> theRecord() {
    return recordId == null ? SkillName.recordId(requireNonNull(name)) : Optional.of(recordId);
  }

  /** Which records are read where not one is asked for. */
  ListQuery records() {
    return new ListQuery(filter, Period.ALWAYS, Period.ALWAYS, cursors);
  }
}
