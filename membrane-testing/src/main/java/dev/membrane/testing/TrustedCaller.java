package dev.membrane.testing;

import dev.membrane.Caller;
import dev.membrane.Memory;
import dev.membrane.Permission;
import dev.membrane.RecordRequest;
import dev.membrane.Revision;
import dev.membrane.TrustContext;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.Sensitivity;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who calls, under which trust.
 *
 * @param scopes those granted; null: all
 * @param trust the request's own limits; null: none
 */
record TrustedCaller(
    String name,
    Sensitivity ceiling,
    @Nullable Set<String> scopes,
    Set<Permission> permissions,
    @Nullable TrustContext trust) {

  private static final Set<Permission> ALL = Set.of(Permission.values());
  private static final Set<Permission> USUAL =
      Set.of(Permission.INGEST, Permission.RETRIEVE, Permission.REVISE);

  /** May do and see everything. */
  static final TrustedCaller OWNER = new TrustedCaller("owner", Sensitivity.HYPER, null, ALL, null);

  static final List<TrustedCaller> SOME =
      List.of(
          OWNER,
          new TrustedCaller("everywhere", Sensitivity.HYPER, null, USUAL, null),
          new TrustedCaller("low admin", Sensitivity.LOW, null, ALL, null),
          new TrustedCaller("in a", Sensitivity.HYPER, Set.of("a"), USUAL, null),
          new TrustedCaller("in a, medium", Sensitivity.MEDIUM, Set.of("a"), USUAL, null),
          new TrustedCaller("in a and b, admin", Sensitivity.HIGH, Set.of("a", "b"), ALL, null),
          new TrustedCaller("reader", Sensitivity.HYPER, null, Set.of(Permission.RETRIEVE), null));

  TrustedCaller under(TrustContext narrower) {
    return new TrustedCaller(name, ceiling, scopes, permissions, narrower);
  }

  /** Without a narrower trust. */
  TrustedCaller free() {
    return new TrustedCaller(name, ceiling, scopes, permissions, null);
  }

  boolean mayRevise() {
    return permissions.contains(Permission.REVISE);
  }

  boolean isAdmin() {
    return permissions.contains(Permission.ADMIN);
  }

  boolean sees(OracleRecord item) {
    return allows(item.scope) && item.sensitivity.level() <= highest();
  }

  boolean seesRedacted(OracleRecord item) {
    return allows(item.scope) && item.sensitivity.level() == highest() + 1;
  }

  boolean allows(@Nullable String scope) {
    return scope == null
        || ((scopes == null || scopes.contains(scope))
            && (trust == null || trust.scopes().isEmpty() || trust.scopes().contains(scope)));
  }

  private int highest() {
    return trust == null
        ? ceiling.level()
        : Math.min(ceiling.level(), trust.maxSensitivity().level());
  }

  Caller caller() {
    Caller caller = Caller.named(name).upTo(ceiling).permitted(permissions);
    return scopes == null ? caller : caller.in(scopes);
  }

  Revision revision(Memory membrane) {
    Revision whole = membrane.as(acting()).revision();
    return trust == null ? whole : whole.under(trust);
  }

  private Caller acting() {
    return caller().actingFor("somebody else");
  }

  /** A request to store a record, which is for everybody only where nothing else is left. */
  RecordRequest request(RecordDraft draft) {
    RecordRequest.Builder request = RecordRequest.builder().record(draft).source("source");
    return scopes == null || scopes.isEmpty() ? request.unscoped().build() : request.build();
  }

  @Override
  public String toString() {
    return trust == null
        ? name
        : name + " up to " + trust.maxSensitivity().wireName() + trust.scopes();
  }
}
