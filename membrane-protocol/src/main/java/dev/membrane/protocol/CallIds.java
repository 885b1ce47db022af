package dev.membrane.protocol;

import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Gives each call an id. A caller may choose it with the header {@link #HEADER}. The id stands in
 * every line that is logged during the call, and is sent back to the caller. Thread-safe.
 */
public final class CallIds {

  /** The header by which it comes and goes. */
  public static final String HEADER = "x-request-id";

  /** The name under which the log knows it. */
  public static final String LOGGED = "request";

  private static final Pattern TAKEN = Pattern.compile("[A-Za-z0-9._:/+=@-]{1,128}");

  private CallIds() {}

  /**
   * The id that the caller wants, or a new one where that could forge a line of the log or fill it.
   */
  public static String of(@Nullable String wanted) {
    return wanted != null && TAKEN.matcher(wanted).matches() ? wanted : next();
  }

  /** Has to differ from others and no more, and every call needs one: a cheap source will do. */
  private static String next() {
    return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
  }
}
