package dev.membrane.hooks;

import dev.membrane.server.Admission;
import org.jspecify.annotations.Nullable;

/**
 * Who tells of an event.
 *
 * @param host the name of the host
 * @param scope to stay in; null: all that the caller may see
 */
record Visit(Admission admission, String host, @Nullable String scope) {}
