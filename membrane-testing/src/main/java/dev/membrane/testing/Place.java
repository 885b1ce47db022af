package dev.membrane.testing;

import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.search.Visibility;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a record is and who may see it.
 *
 * @param scope its scope; null: none
 * @param level its sensitivity; null leaves it to the default
 */
record Place(@Nullable String scope, @Nullable Sensitivity level) {

  static final List<String> SCOPES = List.of("a", "b", "c");

  /** All places of a zone. */
  static List<Place> of(ViewerAccess zone, Visibility viewer) {
    List<Place> places = new ArrayList<>();
    for (Sensitivity level : Sensitivity.values()) {
      for (int i = 0; i <= SCOPES.size(); i++) {
        String scope = i == 0 ? null : SCOPES.get(i - 1);
        if (ViewerAccess.of(scope, level, viewer) == zone) {
          places.add(new Place(scope, level));
        }
      }
    }
    return places;
  }
}
