package dev.membrane;

import static java.util.Objects.requireNonNull;

import dev.membrane.schema.IdentityText;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.ValidationException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A full record of any type. Immutable. */
public final class RecordRequest extends RequestValues implements IngestRequest {

  private final RecordDraft record;
  private final String source;
  private final @Nullable String idempotencyKey;

  /** It says where the record goes, and does not change the request. */
  private final transient boolean isUnscoped;

  private RecordRequest(Builder built) {
    if (built.record == null) {
      throw new ValidationException("record", "is required");
    }
    this.record = built.record;
    this.source = built.source;
    this.idempotencyKey = built.idempotencyKey;
    this.isUnscoped = built.isUnscoped;
  }

  /** A record from a source. */
  public static RecordRequest of(String source, RecordDraft record) {
    return builder().source(source).record(record).build();
  }

  /** A builder. Everything without a default has to be set. */
  public static Builder builder() {
    return new Builder();
  }

  /** What to store; what it leaves out is filled with defaults. */
  public RecordDraft record() {
    return record;
  }

  /** The actor that hands it in. */
  @Override
  public String source() {
    return source;
  }

  /** See {@link IngestOptions#idempotencyKey(String)}; null: every call counts. */
  @Override
  public @Nullable String idempotencyKey() {
    return idempotencyKey;
  }

  /** Whether a record without a scope is meant for everybody. */
  public boolean isUnscoped() {
    return isUnscoped;
  }

  @Override
  void each(BiConsumer<String, @Nullable Object> value) {
    value.accept("record", record);
    value.accept("source", source);
    value.accept("idempotencyKey", idempotencyKey);
    value.accept("isUnscoped", isUnscoped);
  }

  /** Builds a request. Not thread-safe. */
  public static final class Builder {

    private @Nullable RecordDraft record;
    private String source = "";
    private @Nullable String idempotencyKey;
    private boolean isUnscoped;

    private Builder() {}

    /** Sets what to store; what it leaves out is filled with defaults. Has to be set. */
    public Builder record(RecordDraft value) {
      record = requireNonNull(value, "record");
      return this;
    }

    /** Sets the actor that hands it in. */
    public Builder source(String value) {
      source = requireNonNull(value, "source");
      return this;
    }

    /** See {@link IngestOptions#idempotencyKey(String)}. */
    public Builder idempotencyKey(String value) {
      idempotencyKey = IdentityText.of(requireNonNull(value, "idempotency_key"));
      return this;
    }

    /** Says that a record without a scope is visible to everybody, whatever their scopes are. */
    public Builder unscoped() {
      isUnscoped = true;
      return this;
    }

    /**
     * Builds the request. Its rules are checked when it is handed in.
     *
     * @throws ValidationException if no record was set
     */
    public RecordRequest build() {
      return new RecordRequest(this);
    }
  }
}
