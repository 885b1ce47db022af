package dev.membrane.client;

import dev.membrane.Caller;
import dev.membrane.schema.IdentityText;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Who calls a server. It knows by the key what they may do, which can be more than is said here.
 *
 * @param isTold whether this is whom a program named; else the scope of the caller is only where
 *     records go that do not say where
 */
record RemoteCaller(Caller caller, boolean isTold) {

  /** The caller whom a program names. */
  static RemoteCaller told(Caller caller) {
    return new RemoteCaller(caller, true);
  }

  /** Whoever has the key. */
  static RemoteCaller ofKey(@Nullable String scope) {
    return new RemoteCaller(scope == null ? Caller.ANONYMOUS : Caller.ANONYMOUS.in(scope), false);
  }

  /** Where a new record goes; empty: it has no scope, or goes to the only one of the key. */
  String scopeFor(@Nullable String asked, boolean isUnscoped) {
    if (asked == null && !isUnscoped && caller.visibility().scopes() == null) {
      // The server knows whether the key has exactly one.
      return "";
    }
    caller.requireScope(asked, isUnscoped);
    String scope = asked != null && !isTold ? asked : caller.scopeFor(asked);
    return scope == null ? "" : scope;
  }

  /** Where an episode is looked for; empty: where there is no scope, or the server knows it. */
  String episodeScope(@Nullable String asked) {
    if (asked != null) {
      return asked;
    }
    Set<String> granted = caller.visibility().scopes();
    Set<String> inNfc =
        granted == null
            ? Set.of()
            : granted.stream().map(IdentityText::of).collect(Collectors.toSet());
    return inNfc.size() == 1 ? inNfc.iterator().next() : "";
  }
}
