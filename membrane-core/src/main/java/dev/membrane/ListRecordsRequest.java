package dev.membrane;

import static java.util.Objects.requireNonNull;

import dev.membrane.internal.value.Elements;
import dev.membrane.schema.IdentityText;
import dev.membrane.schema.MemoryType;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Which records to list. Immutable. */
public final class ListRecordsRequest extends RequestValues {

  private final Set<MemoryType> memoryTypes;
  private final boolean includeRetracted;
  private final List<String> tags;
  private final @Nullable String threadId;
  private final @Nullable Instant createdFrom;
  private final @Nullable Instant createdUntil;
  private final @Nullable Instant updatedFrom;
  private final @Nullable Instant updatedUntil;
  private final @Nullable Instant asOf;
  private final PageRequest page;

  private ListRecordsRequest(Builder built) {
    this.memoryTypes = built.memoryTypes;
    this.includeRetracted = built.includeRetracted;
    this.tags = built.tags;
    this.threadId = built.threadId;
    this.createdFrom = built.createdFrom;
    this.createdUntil = built.createdUntil;
    this.updatedFrom = built.updatedFrom;
    this.updatedUntil = built.updatedUntil;
    this.asOf = built.asOf;
    this.page = built.page;
  }

  /** A builder for the first page of everything that {@link Retrieval} would find. */
  public static Builder builder() {
    return new Builder();
  }

  /** The types wanted; empty: all. */
  public Set<MemoryType> memoryTypes() {
    return memoryTypes;
  }

  /** Whether retracted and superseded records are wanted. */
  public boolean includeRetracted() {
    return includeRetracted;
  }

  /** Tags that must all be there, in NFC; with any, nothing is listed redacted. */
  public List<String> tags() {
    return tags;
  }

  /** Restricts to working records of that thread, in NFC; null: no restriction. */
  public @Nullable String threadId() {
    return threadId;
  }

  /** The first instant of creation wanted; null: any. */
  public @Nullable Instant createdFrom() {
    return createdFrom;
  }

  /** The first instant of creation after those wanted; null: none. */
  public @Nullable Instant createdUntil() {
    return createdUntil;
  }

  /** The first instant of the last update wanted; null: any. */
  public @Nullable Instant updatedFrom() {
    return updatedFrom;
  }

  /** The first instant of the last update after those wanted; null: none. */
  public @Nullable Instant updatedUntil() {
    return updatedUntil;
  }

  /**
   * The instant whose records are wanted, as in {@link RetrieveRequest#asOf}; null: the present.
   */
  public @Nullable Instant asOf() {
    return asOf;
  }

  /** Which page of them. */
  public PageRequest page() {
    return page;
  }

  @Override
  void each(BiConsumer<String, @Nullable Object> value) {
    value.accept("memoryTypes", memoryTypes);
    value.accept("includeRetracted", includeRetracted);
    value.accept("tags", tags);
    value.accept("threadId", threadId);
    value.accept("createdFrom", createdFrom);
    value.accept("createdUntil", createdUntil);
    value.accept("updatedFrom", updatedFrom);
    value.accept("updatedUntil", updatedUntil);
    value.accept("asOf", asOf);
    value.accept("page", page);
  }

  /** Builds a request. Not thread-safe. */
  public static final class Builder {
    private Set<MemoryType> memoryTypes = Set.of();
    private boolean includeRetracted;
    private List<String> tags = List.of();
    private @Nullable String threadId;
    private @Nullable Instant createdFrom;
    private @Nullable Instant createdUntil;
    private @Nullable Instant updatedFrom;
    private @Nullable Instant updatedUntil;
    private @Nullable Instant asOf;
    private PageRequest page = PageRequest.FIRST;

    private Builder() {}

    /** Restricts to types. */
    public Builder memoryTypes(Set<MemoryType> types) {
      memoryTypes = Set.copyOf(Elements.of("memory_types", types));
      return this;
    }

    /** Says whether retracted and superseded records are wanted. */
    public Builder includeRetracted(boolean wanted) {
      includeRetracted = wanted;
      return this;
    }

    /** Restricts to records that carry all tags. */
    public Builder tags(List<String> all) {
      tags = Elements.<String>of("tags", all).stream().map(IdentityText::of).toList();
      return this;
    }

    /** Restricts to working records of a thread; empty: no restriction. */
    public Builder threadId(String id) {
      String inNfc = IdentityText.of(requireNonNull(id, "thread_id"));
      threadId = inNfc.isEmpty() ? null : inNfc;
      return this;
    }

    /** Restricts to what was created at an instant or after it. */
    public Builder createdFrom(Instant first) {
      createdFrom = requireNonNull(first, "created_from");
      return this;
    }

    /** Restricts to what was created before an instant. */
    public Builder createdUntil(Instant end) {
      createdUntil = requireNonNull(end, "created_until");
      return this;
    }

    /** Restricts to what was last updated at an instant or after it. */
    public Builder updatedFrom(Instant first) {
      updatedFrom = requireNonNull(first, "updated_from");
      return this;
    }

    /** Restricts to what was last updated before an instant. */
    public Builder updatedUntil(Instant end) {
      updatedUntil = requireNonNull(end, "updated_until");
      return this;
    }

    /** Asks for the records as they were at an instant. */
    public Builder asOf(Instant then) {
      asOf = requireNonNull(then, "as_of");
      return this;
    }

    /** Sets which page of them is wanted. */
    public Builder page(PageRequest wanted) {
      page = requireNonNull(wanted, "page");
      return this;
    }

    /** Builds the request. Its rules are checked when it is handed in. */
    public ListRecordsRequest build() {
      return new ListRecordsRequest(this);
    }
  }
}
