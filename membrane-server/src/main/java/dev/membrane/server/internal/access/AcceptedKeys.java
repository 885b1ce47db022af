package dev.membrane.server.internal.access;

import dev.membrane.Caller;
import dev.membrane.Permission;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All keys that are accepted.
 *
 * @param apiKey the key of the caller with every right; null: there is none
 * @param principals those with a key of their own
 */
public record AcceptedKeys(@Nullable ApiKey apiKey, List<Principal> principals) {

  /** The name of the api key's holder, where callers have names. */
  static final String OPERATOR_NAME = "api_key";

  private static final Caller OPERATOR =
      Caller.named(OPERATOR_NAME).permitted(Set.of(Permission.values()));

  public AcceptedKeys {
    principals = List.copyOf(principals);
  }

  /** Whether no key is known, and so none is asked for. */
  public boolean isEmpty() {
    return apiKey == null && principals.isEmpty();
  }

  /**
   * Who holds a key; null: nobody. Compares it with every key known, so that the time taken says
   * nothing about any of them.
   */
  @Nullable Caller holderOf(String text) {
    ApiKey shown = ApiKey.shown(text);
    Caller holder = null;
    if (apiKey != null && apiKey.matches(shown)) {
      holder = principals.isEmpty() ? Caller.ANONYMOUS : OPERATOR;
    }
    for (Principal principal : principals) {
      if (principal.key().matches(shown)) {
        holder = principal.caller();
      }
    }
    return holder;
  }

  /** Which kinds of keys there are, such as {@code api key and 3 principals}. */
  String summary() {
    if (principals.isEmpty()) {
      return "api key";
    }
    String counted = principals.size() == 1 ? "1 principal" : principals.size() + " principals";
    return apiKey == null ? counted : "api key and " + counted;
  }
}
