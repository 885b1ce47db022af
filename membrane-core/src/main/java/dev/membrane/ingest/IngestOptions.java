package dev.membrane.ingest;

import dev.membrane.schema.IdentityText;
import dev.membrane.schema.Sensitivity;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What any ingest request may add. Start from {@link #NONE} and name what differs.
 *
 * @param timestamp when it happened; null: now
 * @param tags labels; at most 100 of at most 256 code points
 * @param scope where it is visible; null: to everybody
 * @param sensitivity who may see it; null: the configured default
 * @param episode the caller's key of the run that an event or tool output belongs to; null: a
 *     record of its own
 * @param idempotencyKey makes a repeat of the same request answer with the record of the first;
 *     null: every call counts
 */
public record IngestOptions(
    @Nullable Instant timestamp,
    List<String> tags,
    @Nullable String scope,
    @Nullable Sensitivity sensitivity,
    @Nullable String episode,
    @Nullable String idempotencyKey) {

  /** Nothing added. */
  public static final IngestOptions NONE =
      new IngestOptions(null, List.of(), null, null, null, null);

  /** Copies the tags. Whatever names something is in NFC from here on. */
  public IngestOptions {
    tags = tags.stream().map(IdentityText::of).toList();
    scope = scope == null ? null : IdentityText.of(scope);
    episode = episode == null ? null : IdentityText.of(episode);
    idempotencyKey = idempotencyKey == null ? null : IdentityText.of(idempotencyKey);
  }

  /** With an instant of happening. */
  public IngestOptions at(@Nullable Instant when) {
    return new IngestOptions(when, tags, scope, sensitivity, episode, idempotencyKey);
  }

  /** With tags. */
  public IngestOptions tagged(List<String> labels) {
    return new IngestOptions(timestamp, labels, scope, sensitivity, episode, idempotencyKey);
  }

  /** With a scope. */
  public IngestOptions in(@Nullable String where) {
    return new IngestOptions(timestamp, tags, where, sensitivity, episode, idempotencyKey);
  }

  /** With a sensitivity. */
  public IngestOptions classified(@Nullable Sensitivity level) {
    return new IngestOptions(timestamp, tags, scope, level, episode, idempotencyKey);
  }

  /** With an episode key. */
  public IngestOptions ofEpisode(@Nullable String key) {
    return new IngestOptions(timestamp, tags, scope, sensitivity, key, idempotencyKey);
  }

  /** With an idempotency key. */
  public IngestOptions once(@Nullable String key) {
    return new IngestOptions(timestamp, tags, scope, sensitivity, episode, key);
  }
}
