package dev.membrane.internal.change;

import dev.membrane.Caller;
import dev.membrane.TrustContext;
import dev.membrane.internal.access.Authorship;
import dev.membrane.internal.access.Sight;
import dev.membrane.internal.value.TextRules;
import dev.membrane.spi.search.Visibility;
import org.jspecify.annotations.Nullable;

/**
 * On whose behalf a record is changed, and why.
 *
 * @param actor whom the audit log names where nobody had to say who they are; may be empty
 * @param rationale why, kept in the audit log as given; may be empty
 * @param trust narrows which records may be named; null: the caller's whole grant
 */
public record ChangeReason(String actor, String rationale, @Nullable TrustContext trust) {

  /** A reason of a change under the caller's whole grant. */
  public static ChangeReason of(String actor, String rationale) {
    return new ChangeReason(actor, rationale, null);
  }

  /**
   * Checks the texts.
   *
   * @throws dev.membrane.schema.ValidationException naming the field
   */
  public void check() {
    checkAs("rationale");
  }

  /**
   * As {@link #check()}, where the request has another name for the rationale.
   *
   * @param field this name
   */
  public void checkAs(String field) {
    TextRules.check("actor", actor);
    TextRules.check(field, rationale);
    if (trust != null) {
      trust.check();
    }
  }

  /** What the caller may see in the change. */
  public Visibility visibilityOf(Caller caller) {
    return Sight.under(trust, caller);
  }

  /** The actor whom the audit log names. */
  public String actorFor(Caller caller) {
    return Authorship.actor(caller, actor);
  }
}
