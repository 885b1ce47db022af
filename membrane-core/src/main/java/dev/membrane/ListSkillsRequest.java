package dev.membrane;

import static java.util.Objects.requireNonNull;

import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Which skills to list. Its rules are checked when it is handed in. Immutable. */
public final class ListSkillsRequest extends RequestValues {

  /** The first page of those that work. */
  public static final ListSkillsRequest FIRST =
      new ListSkillsRequest(null, null, false, PageRequest.FIRST);

  private final @Nullable String name;
  private final @Nullable String recordId;
  private final boolean includeStopped;
  private final PageRequest page;

  private ListSkillsRequest(
      @Nullable String name, @Nullable String recordId, boolean includeStopped, PageRequest page) {
    this.name = name;
    this.recordId = recordId;
    this.includeStopped = includeStopped;
    this.page = page;
  }

  /** The same, of one name alone; empty: of any. */
  public ListSkillsRequest named(String wanted) {
    String one = requireNonNull(wanted, "name").isEmpty() ? null : wanted;
    return new ListSkillsRequest(one, recordId, includeStopped, page);
  }

  /** The same, of one record alone; empty: of any. */
  public ListSkillsRequest ofRecord(String id) {
    String one = requireNonNull(id, "record_id").isEmpty() ? null : id;
    return new ListSkillsRequest(name, one, includeStopped, page);
  }

  /** The same, with those that stopped working. */
  public ListSkillsRequest withStopped() {
    return new ListSkillsRequest(name, recordId, true, page);
  }

  /** The same, of a page. */
  public ListSkillsRequest on(PageRequest wanted) {
    return new ListSkillsRequest(name, recordId, includeStopped, requireNonNull(wanted, "page"));
  }

  /** Only the skill of this name; null: any. */
  public @Nullable String name() {
    return name;
  }

  /** Only the skill that was made of this record; null: any. */
  public @Nullable String recordId() {
    return recordId;
  }

  /** Whether skills that stopped working are wanted. */
  public boolean includeStopped() {
    return includeStopped;
  }

  /** Which page of them. */
  public PageRequest page() {
    return page;
  }

  @Override
  void each(BiConsumer<String, @Nullable Object> value) {
    value.accept("name", name);
    value.accept("recordId", recordId);
    value.accept("includeStopped", includeStopped);
    value.accept("page", page);
  }
}
