package dev.membrane;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * Which skills to list.
 *
 * @param name only the skill of this name; null: any
 * @param recordId only the skill that was made of this record; null: any
 * @param includeStopped whether skills that stopped working are wanted
 * @param page which page of them
 */
public record ListSkillsRequest(
    @Nullable String name, @Nullable String recordId, boolean includeStopped, PageRequest page) {

  /** The first page of those that work. */
  public static final ListSkillsRequest FIRST =
      new ListSkillsRequest(null, null, false, PageRequest.FIRST);

  /** Refuses a missing page. */
  public ListSkillsRequest {
    requireNonNull(page, "page");
  }

  /** The same, of one name alone. */
  public ListSkillsRequest named(String wanted) {
    return new ListSkillsRequest(requireNonNull(wanted, "name"), recordId, includeStopped, page);
  }

  /** The same, of one record alone. */
  public ListSkillsRequest ofRecord(String id) {
    return new ListSkillsRequest(name, requireNonNull(id, "recordId"), includeStopped, page);
  }

  /** The same, with those that stopped working. */
  public ListSkillsRequest withStopped() {
    return new ListSkillsRequest(name, recordId, true, page);
  }

  /** The same, of a page. */
  public ListSkillsRequest on(PageRequest wanted) {
    return new ListSkillsRequest(name, recordId, includeStopped, wanted);
  }
}
