package dev.membrane;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/** Which skills to list. Immutable. */
public final class ListSkillsRequest {

  /** The first page of those that work. */
  public static final ListSkillsRequest FIRST = builder().build();

  private final @Nullable String name;
  private final @Nullable String recordId;
  private final boolean includeStopped;
  private final PageRequest page;

  private ListSkillsRequest(Builder built) {
    this.name = built.name;
    this.recordId = built.recordId;
    this.includeStopped = built.includeStopped;
    this.page = built.page;
  }

  /** A builder for the first page of those that work. */
  public static Builder builder() {
    return new Builder();
  }

  /** The same, of one name alone. */
  public ListSkillsRequest named(String wanted) {
    return toBuilder().name(wanted).build();
  }

  /** The same, of one record alone. */
  public ListSkillsRequest ofRecord(String id) {
    return toBuilder().recordId(id).build();
  }

  /** The same, with those that stopped working. */
  public ListSkillsRequest withStopped() {
    return toBuilder().includeStopped(true).build();
  }

  /** The same, of a page. */
  public ListSkillsRequest on(PageRequest wanted) {
    return toBuilder().page(wanted).build();
  }

  private Builder toBuilder() {
    Builder same = new Builder();
    same.name = name;
    same.recordId = recordId;
    same.includeStopped = includeStopped;
    same.page = page;
    return same;
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

  /** Builds a request. Not thread-safe. */
  public static final class Builder {
    private @Nullable String name;
    private @Nullable String recordId;
    private boolean includeStopped;
    private PageRequest page = PageRequest.FIRST;

    private Builder() {}

    /** Restricts to the skill of a name; empty: no restriction. */
    public Builder name(String wanted) {
      name = requireNonNull(wanted, "name").isEmpty() ? null : wanted;
      return this;
    }

    /** Restricts to the skill that was made of a record; empty: no restriction. */
    public Builder recordId(String id) {
      recordId = requireNonNull(id, "record_id").isEmpty() ? null : id;
      return this;
    }

    /** Says whether skills that stopped working are wanted. */
    public Builder includeStopped(boolean wanted) {
      includeStopped = wanted;
      return this;
    }

    /** Sets the page. */
    public Builder page(PageRequest wanted) {
      page = requireNonNull(wanted, "page");
      return this;
    }

    /** Builds the request. Its rules are checked when it is handed in. */
    public ListSkillsRequest build() {
      return new ListSkillsRequest(this);
    }
  }
}
