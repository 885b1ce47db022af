package dev.membrane.internal.value;

import dev.membrane.schema.IdentityText;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.search.Visibility;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The scopes that callers name. */
public final class Scopes {

  private Scopes() {}

  /**
   * Scopes in NFC, as they are kept, and as they were written, which is how records are kept that
   * were stored before.
   */
  public static Set<String> inEveryForm(Collection<String> written) {
    Set<String> scopes = new HashSet<>(written);
    written.forEach(scope -> scopes.add(IdentityText.of(scope)));
    return scopes;
  }

  /**
   * Checks that records of a scope may be seen.
   *
   * @param scope null: none was named
   * @throws ValidationException if they may not
   */
  public static void requireAllowed(@Nullable String scope, Visibility visibility) {
    if (!visibility.allows(scope)) {
      throw notOfTheCaller();
    }
  }

  /** What a caller is told who named another scope than theirs. */
  public static ValidationException notOfTheCaller() {
    return new ValidationException("scope", "must be one of the caller's scopes");
  }
}
