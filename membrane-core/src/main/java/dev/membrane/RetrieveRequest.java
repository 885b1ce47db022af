package dev.membrane;

import static java.util.Objects.requireNonNull;

import dev.membrane.RetrieveAnswer.AnswerView;
import dev.membrane.internal.value.Elements;
import dev.membrane.schema.IdentityText;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.MemoryType;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A question to memory. Immutable. */
public final class RetrieveRequest extends RequestValues {

  private final String taskDescriptor;
  private final @Nullable TrustContext trust;
  private final Set<MemoryType> memoryTypes;
  private final double minSalience;
  private final int limit;
  private final boolean includeRetracted;
  private final List<String> tags;
  private final @Nullable String threadId;
  private final @Nullable String episode;
  private final @Nullable JsonObject context;
  private final boolean explain;
  private final boolean matchingOnly;
  private final @Nullable Instant now;
  private final @Nullable Instant asOf;
  private final @Nullable Instant validAt;
  private final boolean receipt;
  private final AnswerView view;
  private final int maxTokens;
  private final Duration waitForEmbeddings;

  private RetrieveRequest(Builder built) {
    this.taskDescriptor = built.taskDescriptor;
    this.trust = built.trust;
    this.memoryTypes = built.memoryTypes;
    this.minSalience = built.minSalience;
    this.limit = built.limit;
    this.includeRetracted = built.includeRetracted;
    this.tags = built.tags;
    this.threadId = built.threadId;
    this.episode = built.episode;
    this.context = built.context;
    this.explain = built.explain;
    this.matchingOnly = built.matchingOnly;
    this.now = built.now;
    this.asOf = built.asOf;
    this.validAt = built.validAt;
    this.receipt = built.receipt;
    this.view = built.view;
    this.maxTokens = built.maxTokens;
    this.waitForEmbeddings = built.waitForEmbeddings;
  }

  /** A builder for everything; the trust has to be set. */
  public static Builder builder() {
    return new Builder();
  }

  /** The task in words; empty: by salience alone. */
  public String taskDescriptor() {
    return taskDescriptor;
  }

  /** What to show; null is refused as missing. */
  public @Nullable TrustContext trust() {
    return trust;
  }

  /** The types wanted; empty: all. */
  public Set<MemoryType> memoryTypes() {
    return memoryTypes;
  }

  /** The least live salience; finite, at least 0. */
  public double minSalience() {
    return minSalience;
  }

  /** The most records wanted, 0 to 10 000; 0 means 100. */
  public int limit() {
    return limit;
  }

  /** Whether retracted and superseded records are wanted. */
  public boolean includeRetracted() {
    return includeRetracted;
  }

  /** Tags that must all be there, in NFC, as they are kept. */
  public List<String> tags() {
    return tags;
  }

  /** Restricts to working records of that thread, in NFC; null: no restriction. */
  public @Nullable String threadId() {
    return threadId;
  }

  /**
   * Restricts to records of the episodes with this key, in NFC; null: no restriction. These are all
   * records of a long episode, and those of every scope and level of sensitivity that the caller
   * sees in full.
   */
  public @Nullable String episode() {
    return episode;
  }

  /** The situation: conditional facts that contradict it are left out; null: unknown. */
  public @Nullable JsonObject context() {
    return context;
  }

  /** Whether the answer says why. */
  public boolean explain() {
    return explain;
  }

  /** Whether records that do not match are left out. */
  public boolean matchingOnly() {
    return matchingOnly;
  }

  /**
   * The instant of the question, in years 1 to 9999; null: that of the clock. "Yesterday" in the
   * task is counted from it, salience is computed at it, and facts that do not hold at it are left
   * out. Records that were stored after it are answered as well.
   */
  public @Nullable Instant now() {
    return now;
  }

  /**
   * The instant whose records are wanted; null: the present. The answer is that of then, as far as
   * former states are kept, but of records that the caller may see today. Unless {@link #now} is
   * set, salience is computed at it.
   */
  public @Nullable Instant asOf() {
    return asOf;
  }

  /** The instant at which facts have to hold, in years 1 to 9999; null: that of the question. */
  public @Nullable Instant validAt() {
    return validAt;
  }

  /**
   * Whether a receipt of the answer is kept, under whose id {@link Retrieval#replay} shows later
   * what was answered.
   */
  public boolean receipt() {
    return receipt;
  }

  /** The shape of the records. */
  public AnswerView view() {
    return view;
  }

  /**
   * The most tokens that the records may take in their shape, by {@link TokenEstimate}; at least 0;
   * 0 means any number.
   */
  public int maxTokens() {
    return maxTokens;
  }

  /**
   * The longest time to wait until all records that were stored before the question are embedded or
   * set aside; 0 to 60 seconds. After that the question is answered in any case.
   */
  public Duration waitForEmbeddings() {
    return waitForEmbeddings;
  }

  @Override
  void each(BiConsumer<String, @Nullable Object> value) {
    value.accept("taskDescriptor", taskDescriptor);
    value.accept("trust", trust);
    value.accept("memoryTypes", memoryTypes);
    value.accept("minSalience", minSalience);
    value.accept("limit", limit);
    value.accept("includeRetracted", includeRetracted);
    value.accept("tags", tags);
    value.accept("threadId", threadId);
    value.accept("episode", episode);
    value.accept("context", context);
    value.accept("explain", explain);
    value.accept("matchingOnly", matchingOnly);
    value.accept("now", now);
    value.accept("asOf", asOf);
    value.accept("validAt", validAt);
    value.accept("receipt", receipt);
    value.accept("view", view);
    value.accept("maxTokens", maxTokens);
    value.accept("waitForEmbeddings", waitForEmbeddings);
  }

  /** Builds a request. Not thread-safe. */
  public static final class Builder {
    private String taskDescriptor = "";
    private @Nullable TrustContext trust;
    private Set<MemoryType> memoryTypes = Set.of();
    private double minSalience;
    private int limit;
    private boolean includeRetracted;
    private List<String> tags = List.of();
    private @Nullable String threadId;
    private @Nullable String episode;
    private @Nullable JsonObject context;
    private boolean explain;
    private boolean matchingOnly;
    private @Nullable Instant now;
    private @Nullable Instant asOf;
    private @Nullable Instant validAt;
    private boolean receipt;
    private AnswerView view = AnswerView.FULL;
    private int maxTokens;
    private Duration waitForEmbeddings = Duration.ZERO;

    private Builder() {}

    /** Sets the task in words. */
    public Builder taskDescriptor(String words) {
      taskDescriptor = requireNonNull(words, "task_descriptor");
      return this;
    }

    /** Sets what to show; it has to be set. */
    public Builder trust(TrustContext shown) {
      trust = requireNonNull(shown, "trust");
      return this;
    }

    /** Restricts to types. */
    public Builder memoryTypes(Set<MemoryType> types) {
      memoryTypes = Set.copyOf(Elements.of("memory_types", types));
      return this;
    }

    /** Sets the least live salience. */
    public Builder minSalience(double least) {
      minSalience = least;
      return this;
    }

    /** Sets the most records wanted. */
    public Builder limit(int most) {
      limit = most;
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

    /** Restricts to records of the episodes with a key; empty: no restriction. */
    public Builder episode(String key) {
      String inNfc = IdentityText.of(requireNonNull(key, "episode"));
      episode = inNfc.isEmpty() ? null : inNfc;
      return this;
    }

    /** Describes the situation. */
    public Builder context(JsonObject situation) {
      context = requireNonNull(situation, "context");
      return this;
    }

    /** Sets whether the answer says why. */
    public Builder explain(boolean wanted) {
      explain = wanted;
      return this;
    }

    /** Sets whether records that do not match are left out. */
    public Builder matchingOnly(boolean wanted) {
      matchingOnly = wanted;
      return this;
    }

    /** Sets the instant of the question. */
    public Builder now(Instant asked) {
      now = requireNonNull(asked, "now");
      return this;
    }

    /** Asks for the records as they were at an instant. */
    public Builder asOf(Instant then) {
      asOf = requireNonNull(then, "as_of");
      return this;
    }

    /** Asks for facts that hold at an instant. */
    public Builder validAt(Instant held) {
      validAt = requireNonNull(held, "valid_at");
      return this;
    }

    /** Sets whether a receipt is kept. */
    public Builder receipt(boolean kept) {
      receipt = kept;
      return this;
    }

    /** Sets the shape of the records. */
    public Builder view(AnswerView shape) {
      view = requireNonNull(shape, "view");
      return this;
    }

    /** Sets the most tokens that the records may take. */
    public Builder maxTokens(int most) {
      maxTokens = most;
      return this;
    }

    /** Sets the longest time to wait for embeddings. */
    public Builder waitForEmbeddings(Duration most) {
      waitForEmbeddings = requireNonNull(most, "wait_for_embeddings_ms");
      return this;
    }

    /** Builds the request. Its rules are checked when it is handed in. */
    public RetrieveRequest build() {
      return new RetrieveRequest(this);
    }
  }
}
