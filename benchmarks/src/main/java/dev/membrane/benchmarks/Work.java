package dev.membrane.benchmarks;

import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.Memory;
import dev.membrane.ObservationRequest;
import dev.membrane.RetrieveRequest;
import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;

/** What a turn has an engine do. Its requests are made beforehand, so that this is not measured. */
@FunctionalInterface
interface Work {

  /** Of the record of a fact, about. */
  int BYTES = 1_600;

  /** Does it. */
  Timings on(Memory engine);

  /** Has one caller ask for as long. */
  static Work retrieve(List<RetrieveRequest> requests, Duration span) {
    return engine ->
        new Callers(1)
            .during(
                span,
                (caller, n) -> engine.retrieval().retrieve(requests.get(n % requests.size())));
  }

  /** Has callers ingest each fact once. */
  static Work observe(int callers, List<ObservationRequest> facts) {
    return each(callers, facts, (engine, fact) -> engine.ingestion().observe(fact));
  }

  /** Has each caller append to an episode of its own. */
  static Work append(int callers, List<EventRequest> events) {
    return each(callers, events, (engine, event) -> engine.ingestion().event(event));
  }

  private static <T> Work each(int callers, List<T> requests, BiConsumer<Memory, T> call) {
    int share = requests.size() / callers;
    return engine ->
        new Callers(callers)
            .calls(
                requests.size(),
                (caller, n) -> call.accept(engine, requests.get(caller * share + n)));
  }

  /** New facts for callers, as many for each. */
  static List<ObservationRequest> facts(Corpus corpus, int callers, long about) {
    return IntStream.range(0, callers * share(callers, about))
        .mapToObj(n -> corpus.observation("ingested:" + n % 8, BYTES))
        .toList();
  }

  /** New events for callers, as many for the episode of each. */
  static List<EventRequest> events(Corpus corpus, int callers, long about) {
    String talk = corpus.words(3);
    int each = share(callers, about);
    return IntStream.range(0, callers * each)
        .mapToObj(n -> event(corpus, talk + " " + n / each, n))
        .toList();
  }

  private static int share(int callers, long about) {
    return (int) Math.max(1, about / callers);
  }

  private static EventRequest event(Corpus corpus, String episode, int n) {
    return EventRequest.builder()
        .source("load")
        .eventKind("message")
        .ref("load/" + n)
        .summary(corpus.words(12))
        .options(IngestOptions.NONE.scope("ingested:0").episode(episode))
        .build();
  }
}
