package dev.membrane.schema;

import org.jspecify.annotations.Nullable;

/**
 * A signal that makes a competence worth considering.
 *
 * @param signal for example an error signature or an intent
 * @param conditions what else has to match
 */
public record Trigger(String signal, @Nullable JsonObject conditions) {

  public Trigger {
    signal = Components.present("signal", signal);
  }
}
