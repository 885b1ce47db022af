package dev.membrane;

import static java.util.Objects.requireNonNull;

import dev.membrane.schema.IdentityText;
import dev.membrane.schema.Sensitivity;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What any ingest request may add; of use where several requests have it in common. Start from
 * {@link #NONE} and name what differs. Immutable.
 */
public final class IngestOptions {

  /** Nothing added. */
  public static final IngestOptions NONE =
      new IngestOptions(null, List.of(), null, null, null, null);

  /** The scope of what has none, and says so. */
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

  /** Says when it happened; unless said, it happened now. */
  public IngestOptions timestamp(Instant when) {
    return new IngestOptions(
        requireNonNull(when, "timestamp"), tags, scope, sensitivity, episode, idempotencyKey);
  }

  /** Sets the labels, at most 100 of at most 256 code points, in NFC from here on. */
  public IngestOptions tags(List<String> labels) {
    List<String> inNfc = requireNonNull(labels, "tags").stream().map(IdentityText::of).toList();
    return new IngestOptions(timestamp, inNfc, scope, sensitivity, episode, idempotencyKey);
  }

  /**
   * Says where it is visible. Unless said, it goes to the only scope of a caller who has one, and a
   * caller with any scope is asked for one.
   *
   * @param where the scope, in NFC from here on; empty: {@link #unscoped()}
   */
  public IngestOptions scope(String where) {
    return new IngestOptions(
        timestamp, tags, nfc(where, "scope"), sensitivity, episode, idempotencyKey);
  }

  /** Says that it is visible to everybody, whatever their scopes are. */
  public IngestOptions unscoped() {
    return new IngestOptions(timestamp, tags, UNSCOPED, sensitivity, episode, idempotencyKey);
  }

  /** Says who may see it; unless said, the configured default. */
  public IngestOptions sensitivity(Sensitivity level) {
    return new IngestOptions(
        timestamp, tags, scope, requireNonNull(level, "sensitivity"), episode, idempotencyKey);
  }

  /**
   * Sets the caller's key of the run that an event or a tool output belongs to, in NFC from here
   * on; unless set, or set to an empty one, it is a record of its own.
   */
  public IngestOptions episode(String key) {
    return new IngestOptions(
        timestamp, tags, scope, sensitivity, key(key, "episode"), idempotencyKey);
  }

  /**
   * Makes a repeat of the same request answer with the record of the first. The key is in NFC from
   * here on; unless set, every call counts.
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

  /** Where it is visible; null: nobody said, or it is unscoped. */
  public @Nullable String scope() {
    return isUnscoped() ? null : scope;
  }

  /** Whether it was said to be visible to everybody. */
  public boolean isUnscoped() {
    return UNSCOPED.equals(scope);
  }

  /** Who may see it; null: the configured default. */
  public @Nullable Sensitivity sensitivity() {
    return sensitivity;
  }

  /** The caller's key of the run; null: a record of its own. */
  public @Nullable String episode() {
    return episode;
  }

  /** The key of the request; null: every call counts. */
  public @Nullable String idempotencyKey() {
    return idempotencyKey;
  }
}
