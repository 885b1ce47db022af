package dev.membrane.engine;

import dev.membrane.spi.Visibility;
import java.util.Set;

/**
 * Who is asking, and what they may do and see.
 *
 * @param name identifies the caller, in idempotency keys for one
 * @param visibility what the caller may see
 * @param permissions what the caller may do
 */
public record Caller(String name, Visibility visibility, Set<Permission> permissions) {

  /** The one caller where nobody has to say who they are: every right. */
  public static final Caller ANONYMOUS =
      new Caller("anonymous", Visibility.ALL, Set.of(Permission.values()));

  /** Copies the permissions. */
  public Caller {
    permissions = Set.copyOf(permissions);
  }

  /** Whether the caller holds a permission. */
  public boolean may(Permission permission) {
    return permissions.contains(permission);
  }
}
