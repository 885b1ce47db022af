package dev.membrane.internal.retrieve;

import dev.membrane.spi.Hit;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a descriptor asks for by other things than words.
 *
 * @param ofDay what was created at the time that it names
 * @param ofOutcome the runs that ended as it says
 */
record CuedRecords(List<Hit> ofDay, List<Hit> ofOutcome) {

  /** All of them, those of both kinds twice. */
  List<Hit> all() {
    return Stream.of(ofDay, ofOutcome).flatMap(List::stream).toList();
  }

  static Set<String> ids(List<Hit> hits) {
    return hits.stream().map(Hit::id).collect(Collectors.toSet());
  }
}
