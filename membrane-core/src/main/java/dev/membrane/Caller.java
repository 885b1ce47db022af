package dev.membrane;

import static java.util.Objects.requireNonNull;

import dev.membrane.internal.value.Elements;
import dev.membrane.internal.value.Scopes;
import dev.membrane.internal.value.TextRules;
import dev.membrane.schema.IdentityText;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.Visible;
import dev.membrane.spi.search.Visibility;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The caller of a service, and what the caller may do and see. Immutable.
 *
 * <p>Callers that differ only in whom they act for and in how long they wait are equal.
 */
public final class Caller {

  /** The caller of a memory without authentication, with every right. */
  public static final Caller ANONYMOUS = named("anonymous");

  private final String name;
  private final Visibility visibility;
  private final Set<Permission> permissions;
  private final Quota quota;
  private final String claimedActor;
  private final BooleanSupplier isGone;

  private Caller(
      String name,
      Visibility visibility,
      Set<Permission> permissions,
      Quota quota,
      String claimedActor,
      BooleanSupplier isGone) {
    this.name = name;
    this.visibility = visibility;
    this.permissions = permissions;
    this.quota = quota;
    this.claimedActor = claimedActor;
    this.isGone = isGone;
  }

  /**
   * A caller who sees everything, may do everything, has no quota, and waits without a limit.
   *
   * @param name identifies the caller: in the audit log, in idempotency keys and in quotas
   * @throws ValidationException if the name is blank, or no text that a record may hold
   */
  public static Caller named(String name) {
    if (Visible.isBlank(requireNonNull(name, "name"))) {
      throw new ValidationException("name", "must not be blank");
    }
    TextRules.check("name", name);
    return new Caller(
        name, Visibility.ALL, Set.of(Permission.values()), Quota.NONE, "", () -> false);
  }

  /**
   * The same caller, who sees these scopes and unscoped records, and writes to these scopes only.
   * If there is one scope, records go to it unless they name another. The scopes count in NFC, and
   * as they are written.
   *
   * @param scopes none: unscoped records only
   * @throws ValidationException if a scope is blank
   */
  public Caller in(String... scopes) {
    return in(Arrays.asList(requireNonNull(scopes, "scopes")));
  }

  /** As {@link #in(String...)}. */
  public Caller in(Collection<String> scopes) {
    List<String> all = Elements.of("scopes", scopes);
    if (all.stream().anyMatch(Visible::isBlank)) {
      throw new ValidationException("scopes", "must not be blank");
    }
    return seeing(new Visibility(visibility.ceiling(), Scopes.inEveryForm(all)));
  }

  /** The same caller, who sees records up to this sensitivity in full. */
  public Caller upTo(Sensitivity highest) {
    return seeing(new Visibility(requireNonNull(highest, "highest"), visibility.scopes()));
  }

  private Caller seeing(Visibility visible) {
    return new Caller(name, visible, permissions, quota, claimedActor, isGone);
  }

  /** The same caller, with these permissions. */
  public Caller permitted(Set<Permission> allowed) {
    return new Caller(
        name, visibility, Set.copyOf(Elements.of("allowed", allowed)), quota, claimedActor, isGone);
  }

  /** The same caller, with a quota. */
  public Caller limitedTo(Quota most) {
    return new Caller(
        name, visibility, permissions, requireNonNull(most, "most"), claimedActor, isGone);
  }

  /**
   * The same caller, who acts for somebody. Without authentication the audit log names this actor;
   * otherwise it names the caller.
   *
   * @param actor empty: nobody is named
   */
  public Caller actingFor(String actor) {
    return new Caller(name, visibility, permissions, quota, requireNonNull(actor, "actor"), isGone);
  }

  /**
   * The same caller, who waits for an answer until a condition holds.
   *
   * @param isOver whether the caller waits no longer; called often and by any thread, so it has to
   *     be fast
   */
  public Caller waitingUntil(BooleanSupplier isOver) {
    return new Caller(
        name, visibility, permissions, quota, claimedActor, requireNonNull(isOver, "isOver"));
  }

  /** Identifies the caller. */
  public String name() {
    return name;
  }

  /** What the caller may see. */
  public Visibility visibility() {
    return visibility;
  }

  /** Whether the caller may write only to their scopes. */
  public boolean hasScopes() {
    return visibility.scopes() != null && !visibility.scopes().isEmpty();
  }

  /** What the caller may do. */
  public Set<Permission> permissions() {
    return permissions;
  }

  /** How much the caller may keep in store. */
  public Quota quota() {
    return quota;
  }

  /** Whom the caller says they act for; may be empty. */
  public String claimedActor() {
    return claimedActor;
  }

  /**
   * Checks that the caller still waits, before work that only the answer needs.
   *
   * @throws CancelledException if not
   */
  public void requireWaiting() {
    if (isGone.getAsBoolean()) {
      throw new CancelledException();
    }
  }

  /** Whether the caller holds a permission. */
  public boolean may(Permission permission) {
    return permissions.contains(permission);
  }

  /**
   * Checks that the caller holds a permission.
   *
   * @param doing what needs it, for the message
   * @throws AccessDeniedException {@code <doing> needs the permission <permission>}
   */
  public void require(Permission permission, String doing) {
    require(permission, "", doing);
  }

  /**
   * Checks that the caller holds the permission that a field of a request takes.
   *
   * @param field its path; empty: none in particular
   * @param doing what needs it, for the message
   * @throws AccessDeniedException {@code <doing> needs the permission <permission>}
   */
  public void require(Permission permission, String field, String doing) {
    if (!may(permission)) {
      throw AccessDeniedException.of(
          field, doing + " needs the permission " + permission.wireName());
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Caller caller
        && name.equals(caller.name)
        && visibility.equals(caller.visibility)
        && permissions.equals(caller.permissions)
        && quota.equals(caller.quota);
  }

  @Override
  public int hashCode() {
    return Objects.hash(name, visibility, permissions, quota);
  }

  @Override
  public String toString() {
    return "Caller[name=%s, visibility=%s, permissions=%s, quota=%s]"
        .formatted(name, visibility, permissions, quota);
  }

  /**
   * Checks that a write says where its record goes, so that a forgotten scope does not make a
   * record visible to everybody.
   *
   * @param scope the scope that the write names; null: none
   * @param isUnscoped whether the write says that its record is for everybody
   * @throws ValidationException if it names no scope, does not say that it is unscoped, and the
   *     caller has no scopes; or if it is unscoped, and the caller has scopes
   */
  public void requireScope(@Nullable String scope, boolean isUnscoped) {
    if (isUnscoped && hasScopes()) {
      throw new ValidationException("scope", "cannot be none for a caller of some scopes");
    }
    if (scope == null && !isUnscoped && !hasScopes()) {
      throw new ValidationException(
          "scope", "is required; call unscoped() for a record that every caller may see");
    }
  }

  /**
   * The scope that a new record of the caller goes to.
   *
   * @param asked the scope that the write names; null: none
   * @return null: the record is unscoped
   * @throws ValidationException if the caller has several scopes and the write names none, or if it
   *     names another one than theirs
   * @throws AccessDeniedException if the record would be unscoped, and the caller may not write
   *     such
   */
  public @Nullable String scopeFor(@Nullable String asked) {
    Set<String> granted = visibility.scopes();
    if (granted == null || (granted.isEmpty() && asked == null)) {
      if (asked == null) {
        require(Permission.ADMIN, "scope", "writing unscoped records");
      }
      return asked;
    }
    if (asked == null) {
      String only =
          onlyScope()
              .orElseThrow(
                  () ->
                      new ValidationException(
                          "scope", "is required of a caller of several scopes"));
      Visible.checkIdentifier("scope", only);
      return only;
    }
    if (!granted.contains(asked)) {
      throw Scopes.notOfTheCaller();
    }
    return asked;
  }

  /** The scope of a caller who has exactly one, in NFC; empty for any other. */
  public Optional<String> onlyScope() {
    Set<String> granted = visibility.scopes();
    List<String> inNfc =
        granted == null ? List.of() : granted.stream().map(IdentityText::of).distinct().toList();
    return inNfc.size() == 1 ? Optional.of(inNfc.get(0)) : Optional.empty();
  }

  /**
   * Checks that the caller may change records of a scope that they see. Unscoped records belong to
   * everybody, so changing them needs the permission {@code admin}.
   *
   * @throws AccessDeniedException if there is no scope and the caller may not write such records
   */
  public void requireWritingTo(@Nullable String scope) {
    if (scope == null) {
      require(Permission.ADMIN, "writing unscoped records");
    }
  }

  /**
   * How much a caller may store.
   *
   * @param records how many records at most; at least 1
   * @param bytes how many bytes at most; each ingest counts the bytes that were sent and {@value
   *     #PER_CALL} more; at least 1
   */
  public record Quota(long records, long bytes) {

    /**
     * Checks both.
     *
     * @throws ValidationException if one is below 1
     */
    public Quota {
      requirePositive("records", records);
      requirePositive("bytes", bytes);
    }

    private static void requirePositive(String field, long most) {
      if (most < 1) {
        throw new ValidationException(field, "must be at least 1");
      }
    }

    /** No quota. */
    public static final Quota NONE = new Quota(Long.MAX_VALUE, Long.MAX_VALUE);

    /**
     * The bytes that an ingest counts in addition to those that were sent, mainly for its audit
     * entry.
     */
    public static final long PER_CALL = 512;

    /** Whether nothing needs to be counted. */
    public boolean isNone() {
      return equals(NONE);
    }
  }
}
