package dev.membrane.server.internal.command;

import dev.membrane.internal.consolidate.fact.ExtractionStage;
import dev.membrane.internal.episode.EpisodeSettling;
import dev.membrane.internal.keys.Queues;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.Episode;
import dev.membrane.spi.Extractor;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.store.StoreReader;
import dev.membrane.spi.store.StoredRecord;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Shows what an extractor would send to its model about the episodes that wait for it. Sends and
 * writes nothing.
 */
final class ExtractionPreview {

  private static final int MAX_WAITING = 10_000;

  private final Extractor extractor;
  private final Sensitivity maxSensitivity;

  ExtractionPreview(Extractor extractor, Sensitivity maxSensitivity) {
    this.extractor = extractor;
    this.maxSensitivity = maxSensitivity;
  }

  /**
   * Prints requests and, last, how many episodes they are about and how many are kept back.
   *
   * @param most the most episodes that are looked at, at least 1
   */
  void run(StoreReader store, Instant now, int most, PrintWriter requests, PrintWriter summary) {
    List<Episode> waiting = waiting(store, now, most);
    ExtractionStage stage = new ExtractionStage(extractor, maxSensitivity);
    List<String> texts = stage.preview(waiting);
    texts.forEach(requests::println);
    long shown = waiting.stream().filter(stage::isShown).count();
    summary.println(
        "%s requests about %s episodes; %s are above %s and stay here; nothing was sent"
            .formatted(texts.size(), shown, waiting.size() - shown, maxSensitivity.wireName()));
  }

  /** Those that have settled, whether or not a run has handed them out yet. */
  private static List<Episode> waiting(StoreReader store, Instant now, int most) {
    Set<String> ids = new LinkedHashSet<>();
    for (String queue : List.of(Queues.learning(ExtractionStage.NAME), Queues.SETTLING)) {
      store.due(queue, now, MAX_WAITING).stream().map(QueueRow::item).forEach(ids::add);
    }
    List<Episode> episodes = new ArrayList<>();
    for (StoredRecord stored : store.get(ids.stream().limit(most).toList())) {
      MemoryRecord record = stored.record();
      episodes.add(new Episode(record, EpisodeSettling.settledAt(record)));
    }
    return episodes;
  }
}
