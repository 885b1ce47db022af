package dev.membrane.internal.engine;

import dev.membrane.NotFoundException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** The ids that callers write. */
public final class RecordIds {

  private static final Pattern ID = Pattern.compile("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}");

  private RecordIds() {}

  /**
   * As {@link #canonical}.
   *
   * @throws NotFoundException for what can be no id
   */
  public static String require(String written) {
    return canonical(written).orElseThrow(() -> NotFoundException.record(written));
  }

  /**
   * The id as stores know it, which may have been written in either case; empty for what can be no
   * id, and may be more than a database can take.
   */
  public static Optional<String> canonical(String written) {
    String canonical = written.toLowerCase(Locale.ROOT);
    return ID.matcher(canonical).matches() ? Optional.of(canonical) : Optional.empty();
  }
}
