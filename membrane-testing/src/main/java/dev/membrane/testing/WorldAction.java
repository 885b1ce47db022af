package dev.membrane.testing;

import org.jspecify.annotations.Nullable;

/** What is done in a world. */
@FunctionalInterface
interface WorldAction {

  /** Does it; answers what the caller is told, null for a call that answers nothing. */
  @Nullable Object in(World world);
}
