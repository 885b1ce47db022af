package dev.membrane;

import static java.util.Objects.requireNonNull;

import dev.membrane.internal.value.Elements;
import dev.membrane.schema.IdentityText;
import dev.membrane.schema.OutcomeStatus;
import java.time.Instant;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** An episode ended. Immutable. */
public final class OutcomeRequest extends RequestValues implements IngestRequest {

  private final String source;
  private final String targetRecordId;
  private final @Nullable OutcomeStatus status;
  private final @Nullable Instant timestamp;
  private final List<String> usedRecordIds;
  private final @Nullable String idempotencyKey;

  private OutcomeRequest(Builder built) {
    this.source = built.source;
    this.targetRecordId = built.targetRecordId;
    this.status = built.status;
    this.timestamp = built.timestamp;
    this.usedRecordIds = built.usedRecordIds;
    this.idempotencyKey = built.idempotencyKey;
  }

  /** How the episode of a record ended, as a source reports it. */
  public static OutcomeRequest of(String source, String targetRecordId, OutcomeStatus status) {
    return builder().source(source).targetRecordId(targetRecordId).status(status).build();
  }

  /** A builder. Everything without a default has to be set. */
  public static Builder builder() {
    return new Builder();
  }

  /** The actor that reports it. */
  @Override
  public String source() {
    return source;
  }

  /** The id of the episodic record. */
  public String targetRecordId() {
    return targetRecordId;
  }

  /** How it ended; null is refused as missing. */
  public @Nullable OutcomeStatus status() {
    return status;
  }

  /** When it ended; null: now. */
  public @Nullable Instant timestamp() {
    return timestamp;
  }

  /** The ids of the knowledge that the run used. */
  public List<String> usedRecordIds() {
    return usedRecordIds;
  }

  /** See {@link IngestOptions#idempotencyKey(String)}; null: every call counts. */
  @Override
  public @Nullable String idempotencyKey() {
    return idempotencyKey;
  }

  @Override
  void each(BiConsumer<String, @Nullable Object> value) {
    value.accept("source", source);
    value.accept("targetRecordId", targetRecordId);
    value.accept("status", status);
    value.accept("timestamp", timestamp);
    value.accept("usedRecordIds", usedRecordIds);
    value.accept("idempotencyKey", idempotencyKey);
  }

  /** Builds a request. Not thread-safe. */
  public static final class Builder {

    private String source = "";
    private String targetRecordId = "";
    private @Nullable OutcomeStatus status;
    private @Nullable Instant timestamp;
    private List<String> usedRecordIds = List.of();
    private @Nullable String idempotencyKey;

    private Builder() {}

    /** Sets the actor that reports it. */
    public Builder source(String value) {
      source = requireNonNull(value, "source");
      return this;
    }

    /** Sets the id of the episodic record. */
    public Builder targetRecordId(String value) {
      targetRecordId = requireNonNull(value, "target_record_id");
      return this;
    }

    /** Sets how it ended. */
    public Builder status(OutcomeStatus value) {
      status = requireNonNull(value, "status");
      return this;
    }

    /** Sets when it ended. */
    public Builder timestamp(Instant value) {
      timestamp = requireNonNull(value, "timestamp");
      return this;
    }

    /**
     * Sets the ids of the knowledge that the run used. They are remembered: a later outcome takes
     * back what this one does to them, and applies its own, whether or not it names them again.
     */
    public Builder usedRecordIds(List<String> value) {
      usedRecordIds = Elements.of("used_record_ids", value);
      return this;
    }

    /** See {@link IngestOptions#idempotencyKey(String)}. */
    public Builder idempotencyKey(String value) {
      idempotencyKey = IdentityText.of(requireNonNull(value, "idempotency_key"));
      return this;
    }

    /** Builds the request. Its rules are checked when it is handed in. */
    public OutcomeRequest build() {
      return new OutcomeRequest(this);
    }
  }
}
