package dev.membrane;

import static java.util.Objects.requireNonNull;

import dev.membrane.schema.JsonValue;
import java.util.Locale;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A fact was observed. Immutable. */
public final class ObservationRequest extends RequestValues implements IngestRequest {

  private final String source;
  private final String subject;
  private final String predicate;
  private final @Nullable JsonValue object;
  private final @Nullable IfKnown ifKnown;
  private final @Nullable OnConflict onConflict;
  private final IngestOptions options;

  private ObservationRequest(Builder built) {
    this.source = built.source;
    this.subject = built.subject;
    this.predicate = built.predicate;
    this.object = built.object;
    this.ifKnown = built.ifKnown;
    this.onConflict = built.onConflict;
    this.options = built.options();
  }

  /** A builder. Everything without a default has to be set. */
  public static Builder builder() {
    return new Builder();
  }

  /** The actor that observed it. */
  @Override
  public String source() {
    return source;
  }

  /** What the fact is about. */
  public String subject() {
    return subject;
  }

  /** The relationship or property. */
  public String predicate() {
    return predicate;
  }

  /** Its value; null: stored as JSON null. */
  public @Nullable JsonValue object() {
    return object;
  }

  /** What to do if it is known; null: {@link IfKnown#REINFORCE}. */
  public @Nullable IfKnown ifKnown() {
    return ifKnown;
  }

  /** What to do with facts that say something else; null: {@link OnConflict#KEEP}. */
  public @Nullable OnConflict onConflict() {
    return onConflict;
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
    value.accept("subject", subject);
    value.accept("predicate", predicate);
    value.accept("object", object);
    value.accept("ifKnown", ifKnown);
    value.accept("onConflict", onConflict);
    value.accept("options", options);
  }

  /** Builds a request. Not thread-safe. */
  public static final class Builder extends OptionsBuilder<Builder> {

    private String source = "";
    private String subject = "";
    private String predicate = "";
    private @Nullable JsonValue object;
    private @Nullable IfKnown ifKnown;
    private @Nullable OnConflict onConflict;

    private Builder() {}

    /** Sets the actor that observed it. */
    public Builder source(String value) {
      source = requireNonNull(value, "source");
      return this;
    }

    /** Sets what the fact is about. */
    public Builder subject(String value) {
      subject = requireNonNull(value, "subject");
      return this;
    }

    /** Sets the relationship or property. */
    public Builder predicate(String value) {
      predicate = requireNonNull(value, "predicate");
      return this;
    }

    /** Sets its value. */
    public Builder object(JsonValue value) {
      object = requireNonNull(value, "object");
      return this;
    }

    /** Sets its value, a text. */
    public Builder object(String text) {
      return object(JsonValue.of(requireNonNull(text, "object")));
    }

    /** Sets what to do if it is known. */
    public Builder ifKnown(IfKnown value) {
      ifKnown = requireNonNull(value, "if_known");
      return this;
    }

    /** Sets what to do with facts that say something else. */
    public Builder onConflict(OnConflict value) {
      onConflict = requireNonNull(value, "on_conflict");
      return this;
    }

    /** Builds the request. Its rules are checked when it is handed in. */
    public ObservationRequest build() {
      return new ObservationRequest(this);
    }

    @Override
    Builder self() {
      return this;
    }
  }

  /**
   * What to do with known facts of the same subject and predicate and another object that hold now:
   * everywhere, under conditions, or for the time being.
   */
  public enum OnConflict {
    /** They stay, and the answer names them. */
    KEEP,
    /**
     * They are superseded by the observation. If one of them was stated later than it, all of them
     * stay, as with {@link #KEEP}: what held before does not replace what holds. An instant to
     * come, which is not refused, is later than all until then. The observation has their
     * lifecycle: that of the most salient, pinned if any is, with the strictest deletion policy.
     */
    REPLACE,
    /** They are contested by the observation. */
    CONTEST;

    /** The name used on the wire. */
    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What to do with an observation of a known fact. */
  public enum IfKnown {
    /** The known fact is reinforced and gains the observation as its evidence. */
    REINFORCE,
    /** The observation is a record of its own. */
    NEW;

    /** The name used on the wire. */
    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
