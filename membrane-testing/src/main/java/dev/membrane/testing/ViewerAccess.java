package dev.membrane.testing;

import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.search.Visibility;
import org.jspecify.annotations.Nullable;

/** How much of a record a viewer may see. */
enum ViewerAccess {
  /** All of it: such records are the same in both worlds. */
  VISIBLE,
  /** That it is there: such records agree in what an outline shows. */
  ABOVE,
  /** Nothing. */
  HIDDEN;

  static ViewerAccess of(@Nullable String scope, Sensitivity level, Visibility viewer) {
    if (viewer.sees(scope, level)) {
      return VISIBLE;
    }
    return viewer.seesRedacted(scope, level) ? ABOVE : HIDDEN;
  }
}
