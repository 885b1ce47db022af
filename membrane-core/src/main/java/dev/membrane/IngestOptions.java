package dev.membrane;

import static java.util.Objects.requireNonNull;

import dev.membrane.internal.value.Elements;
import dev.membrane.schema.IdentityText;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.ValidationException;
import java.time.Instant;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The options of all ingestion requests, for use by several requests. Start from {@link #NONE} and
 * set what differs. Immutable.
 */
public final class IngestOptions extends RequestValues {

  /** Nothing added. */
  public static final IngestOptions NONE =
      new IngestOptions(null, List.of(), null, null, null, null);

  /** The scope of explicitly unscoped records. */
  private static final String UNSCOPED = "";

  private final @Nullable Instant timestamp;
  private final List<String> tags;
  private final @Nullable String scope;
  private final @Nullable Sensitivity sensitivity;
  private final @Nullable String episode;
  private final @Nullable String idempotencyKey;

  private IngestOptions(
      @Nullable Instant timestamp,
      List<String> tags,
      @Nullable String scope,
      @Nullable Sensitivity sensitivity,
      @Nullable String episode,
      @Nullable String idempotencyKey) {
    this.timestamp = timestamp;
    this.tags = tags;
    this.scope = scope;
    this.sensitivity = sensitivity;
    this.episode = episode;
    this.idempotencyKey = idempotencyKey;
  }

  /** Sets when it happened; by default now. */
  public IngestOptions timestamp(Instant when) {
    return new IngestOptions(
        requireNonNull(when, "timestamp"), tags, scope, sensitivity, episode, idempotencyKey);
  }

  /** Sets the labels, at most 100 of at most 256 code points, in NFC from here on. */
  public IngestOptions tags(List<String> labels) {
    List<String> inNfc =
        Elements.<String>of("tags", labels).stream().map(IdentityText::of).toList();
    return new IngestOptions(timestamp, inNfc, scope, sensitivity, episode, idempotencyKey);
  }

  /**
   * Sets its scope. By default it goes to the only scope of a caller who has one; any other caller
   * has to name a scope.
   *
   * @param where the scope, in NFC from here on
   * @throws ValidationException if it is empty, which a setting that is missing may be
   */
  public IngestOptions scope(String where) {
    String name = nfc(where, "scope");
    if (name.equals(UNSCOPED)) {
      throw new ValidationException("scope", "must not be empty; unscoped() is for everybody");
    }
    return new IngestOptions(timestamp, tags, name, sensitivity, episode, idempotencyKey);
  }

  /** Says that it is visible to everybody, whatever their scopes are. */
  public IngestOptions unscoped() {
    return new IngestOptions(timestamp, tags, UNSCOPED, sensitivity, episode, idempotencyKey);
  }

  /** Sets its sensitivity; by default the configured one. */
  public IngestOptions sensitivity(Sensitivity level) {
    return new IngestOptions(
        timestamp, tags, scope, requireNonNull(level, "sensitivity"), episode, idempotencyKey);
  }

  /**
   * Sets the key of the episode that an event or a tool output belongs to, in NFC from here on.
   * Without a key, or with an empty one, it is a record of its own.
   */
  public IngestOptions episode(String key) {
    return new IngestOptions(
        timestamp, tags, scope, sensitivity, key(key, "episode"), idempotencyKey);
  }

  /**
   * Sets the idempotency key, in NFC from here on: a repeat of the same request is answered with
   * the record of the first. Without a key every call counts.
   */
  public IngestOptions idempotencyKey(String key) {
    return new IngestOptions(
        timestamp, tags, scope, sensitivity, episode, key(key, "idempotency_key"));
  }

  private static @Nullable String key(String text, String name) {
    String key = nfc(text, name);
    return key.isEmpty() ? null : key;
  }

  private static String nfc(String text, String name) {
    return IdentityText.of(requireNonNull(text, name));
  }

  /** When it happened; null: now. */
  public @Nullable Instant timestamp() {
    return timestamp;
  }

  /** The labels. */
  public List<String> tags() {
    return tags;
  }

  /** Its scope; null: not set, or unscoped. */
  public @Nullable String scope() {
    return isUnscoped() ? null : scope;
  }

  /** Whether it is explicitly unscoped. */
  public boolean isUnscoped() {
    return UNSCOPED.equals(scope);
  }

  /** Its sensitivity; null: the configured default. */
  public @Nullable Sensitivity sensitivity() {
    return sensitivity;
  }

  /** The key of its episode; null: a record of its own. */
  public @Nullable String episode() {
    return episode;
  }

  /** The key of the request; null: every call counts. */
  public @Nullable String idempotencyKey() {
    return idempotencyKey;
  }

  @Override
  void each(BiConsumer<String, @Nullable Object> value) {
    value.accept("timestamp", timestamp);
    value.accept("tags", tags);
    value.accept("scope", scope);
    value.accept("sensitivity", sensitivity);
    value.accept("episode", episode);
    value.accept("idempotencyKey", idempotencyKey);
  }
}
