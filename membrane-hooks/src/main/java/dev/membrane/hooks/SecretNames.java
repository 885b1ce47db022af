package dev.membrane.hooks;

import java.util.regex.Pattern;

/** Which parts of a name tell that its value is secret. */
final class SecretNames {

  /** Tells so wherever it stands in a name. */
  static final String PASSWORD = "(?:password|passwd|passphrase|pwd)";

  /** Tells so at the end of a name of several words, as "pass" alone is said of tests. */
  static final String PASS = "(?:(?<=[a-z0-9][_.])pass|(?-i:(?<=[a-z0-9])Pass)|pgpass)";

  /** Most keys are no secret, so the word before it counts. */
  static final String KEY = "(?:(?:secret|api|access|private|encryption|signing|auth)[_.-]?key)";

  /** Also what an entry of a store or a map is called. */
  static final String STORE_KEY = "(?:(?:storage|account)[_.-]?key)";

  private static final String NAME =
      PASSWORD
          + "|secret(?!ar[iy])|"
          + KEY
          + "|"
          + STORE_KEY
          + "|credential|cookie|authorization(?![_-]?(?:endpoint|server|ur[il]))";

  private static final Pattern SECRET_NAME =
      Pattern.compile(
          NAME
              + "|(?:^pass|"
              + PASS
              + ")$|token\\d{0,4}$"
              + "|(?:^|(?:auth|access|refresh|bearer|session)[_-]?)tokens$",
          Pattern.CASE_INSENSITIVE);

  /** If the name goes on, a number is a length, count or time. */
  private static final Pattern SECRET_NUMBER_NAME =
      Pattern.compile("(?:(?:" + NAME + ")s?|token)\\d{0,4}$", Pattern.CASE_INSENSITIVE);

  private static final int MAX_LENGTH = 200;

  private SecretNames() {}

  /** Whether the name of a value tells that its texts are secret. */
  static boolean tellOf(String name) {
    return name.length() <= MAX_LENGTH && SECRET_NAME.matcher(name).find();
  }

  /** Whether the name of a value tells that its numbers are secret, too. */
  static boolean tellOfNumber(String name) {
    return name.length() <= MAX_LENGTH && SECRET_NUMBER_NAME.matcher(name).find();
  }
}
