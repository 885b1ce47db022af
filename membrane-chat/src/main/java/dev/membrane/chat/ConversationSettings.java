package dev.membrane.chat;

import dev.membrane.IngestOptions;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.Sensitivity;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where and how conversations are kept.
 *
 * @param scope null: the only one of the caller
 * @param sensitivity null: the configured default
 * @param source by whom the memory is told
 * @param deletionPolicy null: the configured default
 * @param clock when things are said
 */
record ConversationSettings(
    @Nullable String scope,
    @Nullable Sensitivity sensitivity,
    String source,
    @Nullable DeletionPolicy deletionPolicy,
    InstantSource clock) {

  /** What tells conversations from other episodes. */
  private static final String PREFIX = "chat/";

  static String key(String id) {
    return PREFIX + id;
  }

  /**
   * What one writer alone can have: a position in a conversation that began with a record.
   *
   * @param beginning the first record; empty: it is to begin, which is once in each scope
   */
  String claim(String id, String beginning, long position) {
    String begun = beginning.isEmpty() ? "in " + Objects.requireNonNullElse(scope, "") : beginning;
    return key(id) + "/" + begun + "/" + position;
  }

  /** The conversation of an episode; empty if it is none. */
  Optional<String> id(String key) {
    return key.startsWith(PREFIX) ? Optional.of(key.substring(PREFIX.length())) : Optional.empty();
  }

  boolean isIn(@Nullable String place) {
    return scope == null || Objects.equals(scope, place);
  }

  IngestOptions options() {
    IngestOptions options = IngestOptions.NONE;
    options = scope == null ? options : options.scope(scope);
    return sensitivity == null ? options : options.sensitivity(sensitivity);
  }
}
