package dev.membrane.tools;

import dev.membrane.schema.IdentityText;
import dev.membrane.schema.ValidationException;
import java.util.Set;
import java.util.stream.Collectors;

/** Which scope is meant by a name that may be given in several. */
final class ChosenScope {

  private ChosenScope() {}

  /** Whether a session reaches no more than one, beside what has none. */
  static boolean isOnly(ToolSession session) {
    Set<String> granted = session.caller().visibility().scopes();
    return session.scope().isPresent()
        || (granted != null && granted.stream().map(IdentityText::of).distinct().count() <= 1);
  }

  /**
   * The host has to choose between several.
   *
   * @param what is in all of them
   * @param scopes empty: none
   */
  static ValidationException isMissing(String what, Set<String> scopes) {
    String named =
        scopes.stream()
            .map(scope -> scope.isEmpty() ? "none" : scope)
            .collect(Collectors.joining(", "));
    return ToolArguments.wrong("scope", what + " in several scopes: " + named);
  }
}
