package dev.membrane;

import static java.util.Objects.requireNonNull;

import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Which skills to list. Immutable. */
public final class ListSkillsRequest extends RequestValues {

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

    /** Sets which page of them is wanted. */
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
