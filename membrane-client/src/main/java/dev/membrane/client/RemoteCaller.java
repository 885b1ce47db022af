package dev.membrane.client;

import dev.membrane.Caller;
import dev.membrane.ClosedException;
import dev.membrane.Permission;
import dev.membrane.TrustContext;
import dev.membrane.spi.search.Visibility;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Who calls a server. It knows by the key what they may do, which can be more than is said here.
 *
 * @param isTold whether this is whom a program named; else the scope of the caller is only where
 *     records go that do not say where
 * @param isClosed whether no call is made any more
 */
record RemoteCaller(Caller caller, boolean isTold, BooleanSupplier isClosed) {

  /** No record is of this scope, so that only unscoped ones are seen. */
  private static final List<String> NO_SCOPE = List.of("");

  /** The caller whom a program names. */
  static RemoteCaller told(Caller caller, BooleanSupplier isClosed) {
    return new RemoteCaller(caller, true, isClosed);
  }

  /** Whoever has the key. */
  static RemoteCaller ofKey(@Nullable String scope, BooleanSupplier isClosed) {
    Caller caller = scope == null ? Caller.ANONYMOUS : Caller.ANONYMOUS.in(scope);
    return new RemoteCaller(caller, false, isClosed);
  }

  /** Where a new record goes; empty: it has no scope, or goes to the only one of the key. */
  String scopeFor(@Nullable String asked, boolean isUnscoped) {
    requireOpen();
    if (asked == null && !isUnscoped && caller.visibility().scopes() == null) {
      // The server knows whether the key has exactly one.
      requireIngesting();
      return "";
    }
    caller.requireScope(asked, isUnscoped);
    requireIngesting();
    String scope = asked != null && !isTold ? asked : caller.scopeFor(asked);
    return scope == null ? "" : scope;
  }

  /** Where an episode is looked for; empty: where there is no scope, or the server knows it. */
  String episodeScope(@Nullable String asked) {
    return asked != null ? asked : caller.onlyScope().orElse("");
  }

  /** Whom a change is by, for a server that asks for no key. Any other names whose key it is. */
  String actor() {
    return caller.equals(Caller.ANONYMOUS) ? caller.claimedActor() : caller.name();
  }

  /** Checks that they may ingest. */
  void requireIngesting() {
    require(Permission.INGEST, "ingesting");
  }

  /**
   * Checks that they hold a permission, as {@link Caller#require} does.
   *
   * @throws ClosedException if no call is made any more, whatever they may do
   */
  void require(Permission permission, String doing) {
    requireOpen();
    caller.require(permission, doing);
  }

  /** The same, for what a field of a request asks for. */
  void require(Permission permission, String field, String doing) {
    requireOpen();
    caller.require(permission, field, doing);
  }

  private void requireOpen() {
    if (isClosed.getAsBoolean()) {
      throw new ClosedException();
    }
  }

  /**
   * A trust that is no wider than what the caller may see.
   *
   * @param asked null: all that they may see
   * @return null: all that the key may see
   */
  @Nullable TrustContext narrowed(@Nullable TrustContext asked) {
    if (!isTold || caller.visibility().seesAll()) {
      return asked;
    }
    if (asked == null) {
      return trust(caller.visibility());
    }
    asked.check();
    TrustContext narrow = trust(asked.of(caller));
    return asked.actorId() == null ? narrow : narrow.actingFor(asked.actorId());
  }

  /** Sorted, because a page goes on only under the same trust as the one before. */
  private static TrustContext trust(Visibility seen) {
    Set<String> scopes = seen.scopes();
    if (scopes == null) {
      return TrustContext.upTo(seen.ceiling());
    }
    return TrustContext.upTo(
        seen.ceiling(), scopes.isEmpty() ? NO_SCOPE : scopes.stream().sorted().toList());
  }
}
