package dev.membrane;

import static java.util.Objects.requireNonNull;

import dev.membrane.internal.value.Elements;
import java.util.Collection;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What to erase: records by their ids, a scope, or a subject. Exactly one of them is given.
 * Immutable.
 */
public final class EraseRequest extends RequestValues {

  /** The most ids of a request. */
  public static final int MAX_IDS = 1_000;

  private final List<String> ids;
  private final @Nullable String scope;
  private final @Nullable String subject;
  private final String reason;
  private final boolean dryRun;
  private final boolean overridePolicy;

  private EraseRequest(Builder built) {
    this.ids = built.ids;
    this.scope = built.scope;
    this.subject = built.subject;
    this.reason = built.reason;
    this.dryRun = built.dryRun;
    this.overridePolicy = built.overridePolicy;
  }

  /** A builder. One of the ids, the scope and the subject has to be set. */
  public static Builder builder() {
    return new Builder();
  }

  /** Records by their ids. */
  public static EraseRequest ofRecords(Collection<String> ids) {
    return builder().ids(ids).build();
  }

  /** All records of a scope. */
  public static EraseRequest ofScope(String scope) {
    return builder().scope(scope).build();
  }

  /** The facts with a subject, and the episodes that nothing else was learned from. */
  public static EraseRequest ofSubject(String subject) {
    return builder().subject(subject).build();
  }

  /** The same for a reason. */
  public EraseRequest because(String why) {
    return toBuilder().reason(why).build();
  }

  /** The same, but nothing is erased. */
  public EraseRequest asDryRun() {
    return toBuilder().dryRun(true).build();
  }

  /** The same, also for records with the deletion policy {@code never}. */
  public EraseRequest overridingPolicy() {
    return toBuilder().overridePolicy(true).build();
  }

  @Override
  void each(BiConsumer<String, @Nullable Object> value) {
    value.accept("ids", ids);
    value.accept("scope", scope);
    value.accept("subject", subject);
    value.accept("reason", reason);
    value.accept("dryRun", dryRun);
    value.accept("overridePolicy", overridePolicy);
  }

  private Builder toBuilder() {
    Builder same = new Builder();
    same.ids = ids;
    same.scope = scope;
    same.subject = subject;
    same.reason = reason;
    same.dryRun = dryRun;
    same.overridePolicy = overridePolicy;
    return same;
  }

  /**
   * Records, at most {@value #MAX_IDS}; also deleted ones, of which others may still have
   * something. Of an episode with several records, all that the caller sees in full are erased.
   */
  public List<String> ids() {
    return ids;
  }

  /** The scope of which all records are erased that the caller sees in full; null: not by scope. */
  public @Nullable String scope() {
    return scope;
  }

  /**
   * The exact subject of the facts that are erased, with the episodes that nothing else was learned
   * from; null: not by subject.
   */
  public @Nullable String subject() {
    return subject;
  }

  /** Why, for the proof; may be empty. */
  public String reason() {
    return reason;
  }

  /** Whether it is only told what would be erased. */
  public boolean dryRun() {
    return dryRun;
  }

  /** Whether records with the deletion policy {@code never} are erased, too. */
  public boolean overridePolicy() {
    return overridePolicy;
  }

  /** Builds a request. Not thread-safe. */
  public static final class Builder {
    private List<String> ids = List.of();
    private @Nullable String scope;
    private @Nullable String subject;
    private String reason = "";
    private boolean dryRun;
    private boolean overridePolicy;

    private Builder() {}

    /** Names the records. */
    public Builder ids(Collection<String> records) {
      ids = Elements.of("ids", records);
      return this;
    }

    /** Names the scope. */
    public Builder scope(String whole) {
      scope = requireNonNull(whole, "scope");
      return this;
    }

    /** Names the subject. */
    public Builder subject(String exact) {
      subject = requireNonNull(exact, "subject");
      return this;
    }

    /** Says why, for the proof. */
    public Builder reason(String why) {
      reason = requireNonNull(why, "reason");
      return this;
    }

    /** Says whether it is only told what would be erased. */
    public Builder dryRun(boolean only) {
      dryRun = only;
      return this;
    }

    /** Says whether records with the deletion policy {@code never} are erased, too. */
    public Builder overridePolicy(boolean overridden) {
      overridePolicy = overridden;
      return this;
    }

    /** Builds the request. Its rules are checked when it is handed in. */
    public EraseRequest build() {
      return new EraseRequest(this);
    }
  }
}
