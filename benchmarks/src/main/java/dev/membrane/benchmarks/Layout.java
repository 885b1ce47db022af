package dev.membrane.benchmarks;

import java.util.Locale;

/** How the records of a store are spread over scopes. */
enum Layout {
  /** All in one scope. */
  ONE_SCOPE,
  /** A thousand in each. */
  SCOPES_OF_1000;

  static final int SMALL = 1_000;

  String scopeOf(long n) {
    return "scope:" + (this == ONE_SCOPE ? 0 : n / SMALL);
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
