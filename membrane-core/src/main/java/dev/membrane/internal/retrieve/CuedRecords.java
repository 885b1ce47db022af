package dev.membrane.internal.retrieve;

import dev.membrane.internal.retrieve.question.DescriptorCues;
import dev.membrane.internal.retrieve.question.QueryDate;
import dev.membrane.internal.view.Attribution;
import dev.membrane.spi.search.Hit;
import dev.membrane.spi.store.MemoryStore;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a descriptor asks for by other things than words. Not thread-safe. */
final class CuedRecords {

  private final QueryDate date;
  private final JudgedRecords dated;
  private final List<Hit> ofDay;
  private final List<Hit> ofOutcome;

  CuedRecords(MemoryStore store, CandidateSearch searches, DescriptorCues cues) {
    date = cues.date();
    dated = new JudgedRecords(store, record -> Attribution.times(record).anyMatch(date::includes));
    ofDay = date.isNamed() ? searches.inFull(dated) : List.of();
    ofOutcome = searches.byOutcome(cues.outcomes());
  }

  /** All that was found so, what is of both kinds twice. */
  List<Hit> all() {
    return Stream.of(ofDay, ofOutcome).flatMap(List::stream).toList();
  }

  /** The ids of those, and of others found, that are of the time that the descriptor names. */
  Set<String> ofDay(List<Hit> others) {
    return date.isNamed() ? ids(Stream.of(ofDay, dated.among(others))) : Set.of();
  }

  /** The ids of the runs that ended as it says. */
  Set<String> ofOutcome() {
    return ids(Stream.of(ofOutcome));
  }

  private static Set<String> ids(Stream<List<Hit>> some) {
    return some.flatMap(List::stream).map(Hit::id).collect(Collectors.toSet());
  }
}
