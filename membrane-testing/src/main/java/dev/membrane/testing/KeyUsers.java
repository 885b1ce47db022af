package dev.membrane.testing;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who has used an episode key or a thread in a scope. A writer with every right goes on with
 * whatever is open there; so that this is never a record that has to be equal in both worlds, the
 * hidden writers come first.
 */
final class KeyUsers {

  private enum Claim {
    ALIKE,
    APART,
    VISIBLE
  }

  private final Map<String, Claim> claims = new HashMap<>();

  /** Whether a writer who sees everything may use the word. */
  boolean isUnclaimed(String use, @Nullable String scope, String word) {
    return !claims.containsKey(name(use, scope, word));
  }

  /** Asks to use the word for records one level above in both worlds alike. */
  boolean claimAlike(String use, @Nullable String scope, String word) {
    String name = name(use, scope, word);
    return claims.putIfAbsent(name, Claim.ALIKE) == null || claims.get(name) == Claim.ALIKE;
  }

  /** Asks to use the word for a record one level above in one world. */
  boolean claimApart(String use, @Nullable String scope, String word) {
    return claims.putIfAbsent(name(use, scope, word), Claim.APART) == null;
  }

  /** Uses the word for what the viewer sees or does. */
  void claimVisibly(String use, @Nullable String scope, String word) {
    claims.put(name(use, scope, word), Claim.VISIBLE);
  }

  /** Uses the word in whatever scope the caller's record goes to. */
  void claimEverywhere(String use, String word) {
    claimVisibly(use, null, word);
    Place.SCOPES.forEach(scope -> claimVisibly(use, scope, word));
  }

  private static String name(String use, @Nullable String scope, String word) {
    return use + "/" + scope + "/" + word;
  }
}
