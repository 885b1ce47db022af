package dev.membrane;

import static java.util.Objects.requireNonNull;

import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.JsonValue;
import org.jspecify.annotations.Nullable;

/** Something happened. Immutable. */
public final class EventRequest implements IngestRequest {

  private final String source;
  private final String eventKind;
  private final String ref;
  private final @Nullable String summary;
  private final @Nullable JsonValue data;
  private final @Nullable DeletionPolicy deletionPolicy;
  private final IngestOptions options;

  private EventRequest(Builder built) {
    this.source = built.source;
    this.eventKind = built.eventKind;
    this.ref = built.ref;
    this.summary = built.summary;
    this.data = built.data;
    this.deletionPolicy = built.deletionPolicy;
    this.options = built.options();
  }

  /** A builder of which what has no default has to be set. */
  public static Builder builder() {
    return new Builder();
  }

  /** The actor or system that saw it. */
  @Override
  public String source() {
    return source;
  }

  /** What kind of event it is, such as {@code user_input} or {@code error}. */
  public String eventKind() {
    return eventKind;
  }

  /** Where the event is found in the host system. */
  public String ref() {
    return ref;
  }

  /** What happened, in words; null: not said. */
  public @Nullable String summary() {
    return summary;
  }

  /** What belongs to it and is kept as it is; null: nothing. */
  public @Nullable JsonValue data() {
    return data;
  }

  /** What may delete its episode from now on; null: what was said before, or the default. */
  public @Nullable DeletionPolicy deletionPolicy() {
    return deletionPolicy;
  }

  /** What it adds. */
  public IngestOptions options() {
    return options;
  }

  /** See {@link IngestOptions#idempotencyKey(String)}; null: every call counts. */
  @Override
  public @Nullable String idempotencyKey() {
    return options.idempotencyKey();
  }

  /** Collects what a request says. Not thread-safe. */
  public static final class Builder extends OptionsBuilder<Builder> {

    private String source = "";
    private String eventKind = "";
    private String ref = "";
    private @Nullable String summary;
    private @Nullable JsonValue data;
    private @Nullable DeletionPolicy deletionPolicy;

    private Builder() {}

    /** Sets the actor or system that saw it. */
    public Builder source(String value) {
      source = requireNonNull(value, "source");
      return this;
    }

    /** Sets what kind of event it is, such as {@code user_input} or {@code error}. */
    public Builder eventKind(String value) {
      eventKind = requireNonNull(value, "event_kind");
      return this;
    }

    /** Sets where the event is found in the host system. */
    public Builder ref(String value) {
      ref = requireNonNull(value, "ref");
      return this;
    }

    /** Sets what happened, in words. */
    public Builder summary(String value) {
      summary = requireNonNull(value, "summary");
      return this;
    }

    /**
     * Sets what belongs to it and is kept as it is, such as a whole message with its pictures.
     * Nobody finds the event by it, and it goes to no model.
     */
    public Builder data(JsonValue value) {
      data = requireNonNull(value, "data");
      return this;
    }

    /**
     * Sets what may delete its episode, all records of it, from now on: {@code auto_prune} or
     * {@code manual_only}.
     */
    public Builder deletionPolicy(DeletionPolicy value) {
      deletionPolicy = requireNonNull(value, "deletion_policy");
      return this;
    }

    /** The request. What is missing or breaks a rule is said when it is handed in. */
    public EventRequest build() {
      return new EventRequest(this);
    }

    @Override
    Builder self() {
      return this;
    }
  }
}
