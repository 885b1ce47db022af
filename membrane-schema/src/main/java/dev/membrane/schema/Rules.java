package dev.membrane.schema;

import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The rules that more than one field has to keep. */
final class Rules {

  private Rules() {}

  static void notEmpty(Path at, String text) {
    if (text.isEmpty()) {
      throw at.fault("must not be empty");
    }
  }

  /** What a caller hands in has to say something. */
  static void notBlank(Path at, String text) {
    notEmpty(at, text);
    if (Visible.isBlank(text)) {
      throw at.fault("must not be blank");
    }
  }

  /** Absent is allowed. */
  static void zeroToOne(Path at, @Nullable Double value) {
    if (value != null && (value < 0 || value > 1)) {
      throw at.fault("must be between 0 and 1");
    }
  }

  /** Absent is allowed. */
  static void notNegative(Path at, @Nullable Number value) {
    if (value != null && value.doubleValue() < 0) {
      throw at.fault("must not be negative");
    }
  }

  static void atLeastOne(Path at, @Nullable Long value) {
    if (value != null && value < 1) {
      throw at.fault("must be at least 1");
    }
  }

  static <T> void each(Path at, List<T> items, BiConsumer<Path, T> rule) {
    for (int i = 0; i < items.size(); i++) {
      rule.accept(at.item(i), items.get(i));
    }
  }
}
