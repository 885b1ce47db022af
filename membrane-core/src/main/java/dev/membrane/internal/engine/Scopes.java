package dev.membrane.internal.engine;

import dev.membrane.schema.IdentityText;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/** Scopes by which records are looked for. */
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
}
