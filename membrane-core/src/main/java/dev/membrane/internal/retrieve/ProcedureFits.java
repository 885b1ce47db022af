package dev.membrane.internal.retrieve;

import static java.util.stream.Collectors.toMap;

import dev.membrane.spi.search.Hit;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How procedures fit a task. A procedure that does not fit is not relevant, whatever its words. */
final class ProcedureFits {

  private final Map<String, Fit> fitsById;
  private final Set<String> procedures;

  /**
   * How some procedures fit.
   *
   * @param procedures the ids of others that were found
   */
  ProcedureFits(List<Fit> fits, Set<String> procedures) {
    this.fitsById = fits.stream().collect(toMap(fit -> fit.hit().id(), fit -> fit));
    this.procedures = procedures;
  }

  /** The procedures that fit. */
  List<Hit> hits() {
    return fitsById.values().stream().map(Fit::hit).toList();
  }

  @Nullable Fit of(String id) {
    return fitsById.get(id);
  }

  /** Whether a record is a procedure that does not fit. */
  boolean excludes(String id) {
    return !fitsById.containsKey(id) && procedures.contains(id);
  }
}
