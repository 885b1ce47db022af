package dev.membrane.internal.access;

import dev.membrane.Caller;
import dev.membrane.Permission;
import dev.membrane.internal.value.Scopes;
import dev.membrane.schema.IdentityText;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.Visible;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Whom the records of a caller are by, and where they go. */
public final class Authorship {

  private Authorship() {}

  /** The name in the audit log: the caller or, without authentication, the actor whom they name. */
  public static String actor(Caller caller, String claimed) {
    return caller.equals(Caller.ANONYMOUS) && !claimed.isEmpty() ? claimed : caller.name();
  }

  /**
   * Whether a caller made a record. Without authentication all callers are the same.
   *
   * @param creator whom the first entry of its audit log names
   */
  public static boolean isMaker(Caller caller, String creator) {
    return caller.equals(Caller.ANONYMOUS) || caller.name().equals(creator);
  }

  /**
   * The scope that a new record goes to.
   *
   * @param asked the scope asked for; null: none was named
   * @throws ValidationException if it is not one of the caller's, or no scope of a record
   * @throws dev.membrane.AccessDeniedException if the record would be unscoped, and the caller may
   *     not write such
   */
  public static @Nullable String scope(Caller caller, @Nullable String asked) {
    Set<String> granted = caller.visibility().scopes();
    if (granted == null || (granted.isEmpty() && asked == null)) {
      if (asked == null) {
        caller.require(Permission.ADMIN, "scope", "writing unscoped records");
      }
      return asked;
    }
    List<String> inNfc = granted.stream().map(IdentityText::of).distinct().toList();
    if (asked == null && inNfc.size() == 1) {
      return checked(inNfc.get(0));
    }
    if (asked == null) {
      throw new ValidationException("scope", "is required of a caller of several scopes");
    }
    if (!granted.contains(asked)) {
      throw Scopes.notOfTheCaller();
    }
    return asked;
  }

  private static String checked(String scope) {
    if (scope.isEmpty()) {
      throw new ValidationException("scope", "must not be blank");
    }
    Visible.checkIdentifier("scope", scope);
    return scope;
  }
}
