package dev.membrane;

import static java.util.Objects.requireNonNull;

import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.JsonValue;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Something happened. Immutable. */
public final class EventRequest extends RequestValues implements IngestRequest {

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

  /** A builder. Everything without a default has to be set. */
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

  /** The reference of the event in the host system. */
  public String ref() {
    return ref;
  }

  /** What happened, in words; null: none. */
  public @Nullable String summary() {
    return summary;
  }

  /** Data that is kept as it is; null: none. */
  public @Nullable JsonValue data() {
    return data;
  }

  /** The deletion policy of its episode from now on; null: unchanged, at first the default. */
  public @Nullable DeletionPolicy deletionPolicy() {
    return deletionPolicy;
  }

  /** The options that all ingestion requests have. */
  public IngestOptions options() {
    return options;
  }

  /** See {@link IngestOptions#idempotencyKey(String)}; null: every call counts. */
  @Override
  public @Nullable String idempotencyKey() {
    return options.idempotencyKey();
  }

  @Override
  void each(BiConsumer<String, @Nullable Object> value) {
    value.accept("source", source);
    value.accept("eventKind", eventKind);
    value.accept("ref", ref);
    value.accept("summary", summary);
    value.accept("data", data);
    value.accept("deletionPolicy", deletionPolicy);
    value.accept("options", options);
  }

  /** Builds a request. Not thread-safe. */
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

    /** Sets the reference of the event in the host system. */
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
     * Sets data that is kept as it is, such as a whole message with its pictures. It is not
     * searched, and no model is sent it.
     */
    public Builder data(JsonValue value) {
      data = requireNonNull(value, "data");
      return this;
    }

    /**
     * Sets the deletion policy of all records of its episode from now on: {@code auto_prune} or
     * {@code manual_only}.
     */
    public Builder deletionPolicy(DeletionPolicy value) {
      deletionPolicy = requireNonNull(value, "deletion_policy");
      return this;
    }

    /** Builds the request. Its rules are checked when it is handed in. */
    public EventRequest build() {
      return new EventRequest(this);
    }

    @Override
    Builder self() {
      return this;
    }
  }
}
