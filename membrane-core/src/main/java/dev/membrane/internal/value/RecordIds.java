package dev.membrane.internal.value;

import dev.membrane.NotFoundException;
import dev.membrane.schema.ValidationException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** The ids that callers write. */
public final class RecordIds {

  private static final Pattern ID = Pattern.compile("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}");

  /** What a line of text shows of an id. */
  private static final Pattern SHOWN = Pattern.compile("[0-9a-fA-F]{8}");

  private RecordIds() {}

  /**
   * Checks that a caller names a record.
   *
   * @param field that names it
   * @throws ValidationException if it is empty
   */
  public static void check(String field, String written) {
    if (written.isEmpty()) {
      throw ValidationException.worded(field, field + " is required");
    }
  }

  /** Checks each of several, as {@link #check(String, String)}. */
  public static void check(String field, List<String> written) {
    for (int i = 0; i < written.size(); i++) {
      check(field + "[" + i + "]", written.get(i));
    }
  }

  /**
   * The id of the record that a caller names in the field {@code id}, as stores know it.
   *
   * @throws ValidationException if it is empty
   * @throws NotFoundException if no record can have it
   */
  public static String given(String written) {
    check("id", written);
    return canonical(written).orElseThrow(() -> unknown(written));
  }

  /** Says that no record has what was written as its id, and why if it is of a line of text. */
  public static NotFoundException unknown(String written) {
    return SHOWN.matcher(written).matches()
        ? new NotFoundException(
            "record not found: an id has 36 characters, of which lines of text show the last 8;"
                + " the view full, or explain, tells the whole id")
        : NotFoundException.record();
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
