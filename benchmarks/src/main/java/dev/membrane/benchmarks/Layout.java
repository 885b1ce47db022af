package dev.membrane.benchmarks;

import java.util.Locale;

/** How the records of a store are spread over scopes. */
enum Layout {
  /** All in one scope. */
  ONE_SCOPE(Long.MAX_VALUE, false),
  /** A hundred scopes in turns. */
  A_HUNDRED_SCOPES(1, false) {
    @Override
    String scopeOf(long n) {
      return "scope:" + n % 100;
    }
  },
  /** A thousand in each. */
  SCOPES_OF_1000(Layout.SMALL, false),
  /** A thousand in each, all with vectors. */
  EMBEDDED_SCOPES_OF_1000(Layout.SMALL, true),
  /** Ten thousand in each, all with vectors. */
  EMBEDDED_SCOPES_OF_10000(10_000, true);

  static final int SMALL = 1_000;

  private final long size;
  private final boolean isEmbedded;

  Layout(long size, boolean isEmbedded) {
    this.size = size;
    this.isEmbedded = isEmbedded;
  }

  String scopeOf(long n) {
    return "scope:" + n / size;
  }

  boolean isEmbedded() {
    return isEmbedded;
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
