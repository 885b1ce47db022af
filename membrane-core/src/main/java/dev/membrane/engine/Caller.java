package dev.membrane.engine;

import dev.membrane.schema.IdentityText;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.Visibility;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Who is asking, and what they may do and see.
 *
 * @param name identifies the caller, in idempotency keys for one
 * @param visibility what the caller may see
 * @param permissions what the caller may do
 * @param quota how much the caller may keep in store
 * @param isGone whether the caller has ceased to wait for the answer; asked often and by any
 *     thread, so it answers quickly. Two that differ in nothing else are the same caller
 */
public record Caller(
    String name,
    Visibility visibility,
    Set<Permission> permissions,
    Quota quota,
    BooleanSupplier isGone) {

  /** The one caller where nobody has to say who they are: every right. */
  public static final Caller ANONYMOUS =
      new Caller("anonymous", Visibility.ALL, Set.of(Permission.values()));

  /** Copies the permissions. The scopes count in NFC, and as they are written. */
  public Caller {
    permissions = Set.copyOf(permissions);
    if (visibility.scopes() != null) {
      visibility = new Visibility(visibility.ceiling(), Scopes.inEveryForm(visibility.scopes()));
    }
  }

  /** A caller without a quota who waits however long it takes. */
  public Caller(String name, Visibility visibility, Set<Permission> permissions) {
    this(name, visibility, permissions, Quota.NONE);
  }

  /** A caller who waits however long it takes. */
  public Caller(String name, Visibility visibility, Set<Permission> permissions, Quota quota) {
    this(name, visibility, permissions, quota, () -> false);
  }

  /** The same caller, who waits for an answer until something is so. */
  public Caller waitingUntil(BooleanSupplier isOver) {
    return new Caller(name, visibility, permissions, quota, isOver);
  }

  /**
   * Checks that the caller still waits, before work is done that only an answer needs.
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
    if (!may(permission)) {
      throw new AccessDeniedException(doing + " needs the permission " + permission.wireName());
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

  /** Whom the audit log names: the caller or, if nobody had to say who they are, who they say. */
  public String actor(String claimed) {
    return equals(ANONYMOUS) && !claimed.isEmpty() ? claimed : name;
  }

  /**
   * Whether the caller made a record. Where nobody has to say who they are, all are one.
   *
   * @param creator whom the first entry of its audit log names
   */
  public boolean isMakerOf(String creator) {
    return equals(ANONYMOUS) || name.equals(creator);
  }

  /**
   * The scope that a new record goes to.
   *
   * @param asked the scope asked for; null: none was named
   * @throws ValidationException if it is not one of the caller's
   * @throws AccessDeniedException if the record would be unscoped, and the caller may not write
   *     such
   */
  public @Nullable String writingScope(@Nullable String asked) {
    Set<String> granted = visibility.scopes();
    if (granted == null || (granted.isEmpty() && asked == null)) {
      requireWritingTo(asked);
      return asked;
    }
    List<String> inNfc = granted.stream().map(IdentityText::of).distinct().toList();
    if (asked == null && inNfc.size() == 1) {
      return inNfc.get(0);
    }
    if (asked == null || !granted.contains(asked)) {
      throw new ValidationException("scope", "must be one of the caller's scopes");
    }
    return asked;
  }

  /**
   * Checks that the caller may change records of a scope that they see. What has no scope belongs
   * to everybody, so changing it takes more.
   *
   * @throws AccessDeniedException if there is no scope and the caller may not write such records
   */
  public void requireWritingTo(@Nullable String scope) {
    if (scope == null) {
      require(Permission.ADMIN, "writing unscoped records");
    }
  }
}
