package dev.membrane.internal.view;

import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.TimelineEvent;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Who reported the events of a record. Not thread-safe. */
final class Reporters {

  /** In the place of a reporter whom the provenance does not name. */
  private static final String UNNAMED = "";

  private final Map<ToldBy, Set<String>> byTime = new HashMap<>();
  private final Map<String, Set<String>> byReference = new HashMap<>();

  private record ToldBy(String ref, @Nullable Instant at) {}

  /** Those whom the provenance of a record names. */
  Reporters(MemoryRecord record) {
    record.provenance().sources().forEach(this::add);
  }

  private void add(ProvenanceSource source) {
    String reporter = Objects.requireNonNullElse(source.createdBy(), UNNAMED);
    ToldBy told = new ToldBy(source.ref(), source.timestamp());
    byTime.computeIfAbsent(told, at -> new HashSet<>()).add(reporter);
    byReference.computeIfAbsent(source.ref(), ref -> new HashSet<>()).add(reporter);
  }

  /**
   * Who reported an event; null if that is not known. Events of one reference are told apart by
   * their time. Of several who reported one at the same time nobody is named.
   */
  @Nullable String of(TimelineEvent event) {
    Set<String> named =
        byTime.getOrDefault(
            new ToldBy(event.ref(), event.t()), byReference.getOrDefault(event.ref(), Set.of()));
    return named.size() == 1 && !named.contains(UNNAMED) ? named.iterator().next() : null;
  }
}
