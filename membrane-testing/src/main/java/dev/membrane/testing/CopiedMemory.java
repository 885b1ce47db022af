package dev.membrane.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.ObservationRequest;
import dev.membrane.PageRequest;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.internal.audit.AuditReport;
import dev.membrane.internal.audit.AuditVerifier;
import dev.membrane.internal.episode.EndedRuns;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.Embedding;
import dev.membrane.spi.commit.Changeset.KeptRun;
import dev.membrane.spi.commit.HistorySteps;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.History;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.Vector;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A memory that has something of everything that a copy of a store must have. */
public final class CopiedMemory {

  /** In every record, and nowhere else. */
  public static final String WORD = "kestrel";

  /** No vector of today is of it. Its name is too long for an index. */
  private static final String FORMER_MODEL = "m".repeat(600);

  /** Its name is too long for an index. */
  private static final String FORMER_KEY = "ended:" + "k".repeat(600);

  private static final TrustContext ALL = TrustContext.upTo(Sensitivity.HYPER);

  private CopiedMemory() {}

  /** Fills an empty store with at least 20 records, and answers their ids. */
  public static List<String> fill(MemoryStore store, int records) {
    List<String> ids = new ArrayList<>();
    try (Membrane membrane = Membrane.builder().store(store).backgroundJobs(false).build()) {
      for (int number = 0; number < records; number++) {
        String id = observe(membrane, number);
        ids.add(id);
        if (number % 3 == 0) {
          store.commit(embedding(id, FORMER_MODEL, number + 1));
        }
        store.commit(embedding(id, "model", number).with(HistorySteps.NONE.keptAt(Instant.now())));
        if (number % 5 == 0) {
          membrane.revision().contest(id, WORD, WORD);
        }
      }
      fillFormer(store, ids);
      var unused =
          membrane
              .retrieval()
              .retrieve(
                  RetrieveRequest.builder().trust(ALL).taskDescriptor(WORD).receipt(true).build());
    }
    return ids;
  }

  /** Keys and kept runs that were others before, or were not there. */
  private static void fillFormer(MemoryStore store, List<String> ids) {
    for (int number = 1; number <= 3; number++) {
      Changeset.Builder changes = Changeset.builder().addKey(key(number));
      if (number > 1) {
        changes.removeKey(key(number - 1));
      }
      changes.keepRun(run(ids.get(0), "scope " + "s".repeat(600), number));
      changes.keepRun(run(ids.get(1), null, number));
      HistorySteps steps = HistorySteps.NONE.keptAt(second(number), List.of(FORMER_KEY));
      store.commit(changes.build().with(steps));
    }
  }

  private static Instant second(int number) {
    return Instant.EPOCH.plusSeconds(number);
  }

  private static Key key(int number) {
    return new Key(FORMER_KEY, new EndedRuns(1, number).text(), null);
  }

  private static KeptRun run(String id, @Nullable String scope, int number) {
    return new KeptRun(
        id,
        scope,
        Sensitivity.LOW,
        second(number),
        Map.of(WORD, number),
        Map.of(WORD, 1),
        List.of(WORD));
  }

  /** What was there in the end of each second. */
  private static List<String> former(MemoryStore store) {
    History history = store.history().orElseThrow();
    List<String> told = new ArrayList<>();
    for (int number = 0; number <= 3; number++) {
      told.add(history.keys(second(number), List.of(FORMER_KEY)).toString());
      List<KeptRun> runs = history.runs(second(number), Visibility.ALL, null, 10);
      assertThat(runs).hasSize(number == 0 ? 0 : 2);
      told.add(
          runs.stream()
              .map(
                  run ->
                      run.id() + run.scope() + run.at() + run.words() + run.tools() + run.groups())
              .toList()
              .toString());
    }
    return told;
  }

  private static Changeset embedding(String id, String model, int number) {
    return Changeset.builder().embed(new Embedding(id, model, vector(number))).build();
  }

  private static Vector vector(int number) {
    return Vector.of(new float[] {1, number, 3});
  }

  /** Every seventh scope has a name that is too long for an index. */
  private static String observe(Memory membrane, int number) {
    String scope = "scope " + (number % 7 == 0 ? "s".repeat(600) : number % 7);
    return membrane
        .ingestion()
        .observe(
            ObservationRequest.builder()
                .source("user")
                .subject(WORD + " " + number)
                .predicate("is")
                .object(new JsonString(WORD + " " + number))
                .options(IngestOptions.NONE.scope(scope))
                .build())
        .id();
  }

  /** What a store tells, and at the end the ids. */
  public static List<String> told(MemoryStore store, List<String> ids) {
    List<String> told = new ArrayList<>();
    AuditReport report = new AuditVerifier(store, checked -> {}).verify();
    assertThat(report.broken()).isNull();
    assertThat(report.versions()).isPositive();
    told.add(report.head() + " " + report.entries() + " " + report.versions());
    List<String> receipts = store.keys("receipt:", "", 10).stream().map(Key::toString).toList();
    assertThat(receipts).isNotEmpty();
    told.addAll(receipts);
    told.addAll(store.find(List.of("history")).stream().map(Key::toString).toList());
    try (Membrane membrane = Membrane.builder().store(store).backgroundJobs(false).build()) {
      for (String id : ids.subList(0, 20)) {
        told.add(membrane.audit().history(id, PageRequest.FIRST).toString());
      }
    }
    told.addAll(former(store));
    Map<String, Double> former =
        store
            .history()
            .orElseThrow()
            .cosines(Instant.EPOCH.plusSeconds(1), FORMER_MODEL, vector(0), ids);
    assertThat(former).isNotEmpty();
    told.add(new TreeMap<>(former).toString());
    told.addAll(ids);
    return told;
  }
}
