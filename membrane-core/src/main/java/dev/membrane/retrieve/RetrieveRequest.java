package dev.membrane.retrieve;

import dev.membrane.engine.TrustContext;
import dev.membrane.schema.IdentityText;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.MemoryType;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A question to memory. Build it with {@link #under}.
 *
 * @param taskDescriptor the task in words; empty: by salience alone
 * @param trust what to show; null is refused as missing
 * @param memoryTypes the types wanted; empty: all
 * @param minSalience the least live salience; finite, at least 0
 * @param limit the most records wanted, 0 to 10 000; 0 means 100
 * @param includeRetracted whether retracted and superseded records are wanted
 * @param tags tags that must all be there
 * @param threadId restricts to working records of that thread; null: no restriction
 * @param context the situation: conditional facts that contradict it are left out; null: not said
 * @param explain whether the answer says why
 */
public record RetrieveRequest(
    String taskDescriptor,
    @Nullable TrustContext trust,
    Set<MemoryType> memoryTypes,
    double minSalience,
    int limit,
    boolean includeRetracted,
    List<String> tags,
    @Nullable String threadId,
    @Nullable JsonObject context,
    boolean explain) {

  /** Copies the collections; tags and thread are asked for in NFC, as they are kept. */
  public RetrieveRequest {
    memoryTypes = Set.copyOf(memoryTypes);
    tags = tags.stream().map(IdentityText::of).toList();
    threadId = threadId == null ? null : IdentityText.of(threadId);
  }

  /** A builder that asks for everything visible under a trust. */
  public static Builder under(@Nullable TrustContext trust) {
    return new Builder(trust);
  }

  /** Collects what a request asks for. Not thread-safe. */
  public static final class Builder {
    private final @Nullable TrustContext trust;
    private String taskDescriptor = "";
    private Set<MemoryType> memoryTypes = Set.of();
    private double minSalience;
    private int limit;
    private boolean includeRetracted;
    private List<String> tags = List.of();
    private @Nullable String threadId;
    private @Nullable JsonObject context;
    private boolean explain;

    private Builder(@Nullable TrustContext trust) {
      this.trust = trust;
    }

    /** The task in words. */
    public Builder task(String descriptor) {
      taskDescriptor = descriptor;
      return this;
    }

    /** Restricts to types. */
    public Builder types(Set<MemoryType> types) {
      memoryTypes = types;
      return this;
    }

    /** The least live salience. */
    public Builder minSalience(double least) {
      minSalience = least;
      return this;
    }

    /** The most records wanted. */
    public Builder limit(int most) {
      limit = most;
      return this;
    }

    /** Whether retracted and superseded records are wanted. */
    public Builder includeRetracted(boolean wanted) {
      includeRetracted = wanted;
      return this;
    }

    /** Restricts to records that carry all tags. */
    public Builder tags(List<String> all) {
      tags = all;
      return this;
    }

    /** Restricts to working records of a thread. */
    public Builder thread(@Nullable String id) {
      threadId = id;
      return this;
    }

    /** The situation. */
    public Builder context(@Nullable JsonObject situation) {
      context = situation;
      return this;
    }

    /** Whether the answer says why. */
    public Builder explain(boolean wanted) {
      explain = wanted;
      return this;
    }

    /** The request. */
    public RetrieveRequest build() {
      return new RetrieveRequest(
          taskDescriptor,
          trust,
          memoryTypes,
          minSalience,
          limit,
          includeRetracted,
          tags,
          threadId,
          context,
          explain);
    }
  }
}
