package dev.membrane.hooks;

import dev.membrane.IngestOptions;
import dev.membrane.server.Admission;
import org.jspecify.annotations.Nullable;

/**
 * Who reports an event.
 *
 * @param host the name of the host
 * @param scope to stay in; null: all that the caller may see
 */
record HookCaller(Admission admission, String host, @Nullable String scope) {

  /** Says where what they tell is stored: where all else is that they store. */
  IngestOptions placed(IngestOptions options) {
    if (scope != null) {
      return options.scope(scope);
    }
    return admission.caller().hasScopes() ? options : options.unscoped();
  }
}
