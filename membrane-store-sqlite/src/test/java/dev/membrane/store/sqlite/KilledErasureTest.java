package dev.membrane.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.EraseRequest;
import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.OutcomeRequest;
import dev.membrane.internal.audit.AuditReport;
import dev.membrane.internal.audit.AuditVerifier;
import dev.membrane.internal.scan.WordScan;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.ScopeCount;
import dev.membrane.spi.Visibility;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that is killed while it erases loses nothing else, and the next one goes on. {@code
 * -Dmembrane.store.kills} says how often it is killed.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
final class KilledErasureTest {

  private static final int KILLS = Integer.getInteger("membrane.store.kills", 3);
  private static final int RECORDS = 60 * Math.max(5, KILLS);

  @TempDir private Path folder;

  /** Erases a scope of the database that its first argument names. */
  static final class Erasing {

    private Erasing() {}

    public static void main(String[] args) {
      try (SqliteStore store = SqliteStore.open(Path.of(args[0]));
          Membrane membrane = Membrane.builder().store(store).build()) {
        System.out.println("begun");
        var unused = membrane.revision().erase(EraseRequest.ofScope("gone"));
      }
    }
  }

  @Test
  void a_killed_erasure_goes_on_and_nothing_else_is_lost() throws Exception {
    Path database = folder.resolve("membrane.db");
    List<String> kept = fill(database);
    Random random = new Random(1);
    int killed = 0;
    boolean isDone = false;
    while (!isDone) {
      Process process = start(database);
      assertThat(process.inputReader().readLine()).isEqualTo("begun");
      boolean isKilled =
          killed < KILLS && !process.waitFor(random.nextInt(300), TimeUnit.MILLISECONDS);
      if (isKilled) {
        process.destroyForcibly().waitFor();
        killed++;
      } else {
        assertThat(process.waitFor()).isZero();
        isDone = true;
      }
    }
    assertThat(killed).isPositive();
    assertThat(new WordScan(List.of("erasedcanary")).in(folder)).isEmpty();
    try (SqliteStore store = SqliteStore.open(database)) {
      AuditReport audit = new AuditVerifier(store, checked -> {}).verify();
      assertThat(audit.broken()).isNull();
      assertThat(audit.erased())
          .isEqualTo(
              audit.erasures().stream().mapToLong(erasure -> erasure.proof().records()).sum())
          .isGreaterThanOrEqualTo(RECORDS);
      assertThat(store.get(kept)).hasSize(RECORDS);
      assertThat(store.scopes(new Visibility(Sensitivity.HYPER, null)))
          .extracting(ScopeCount::scope)
          .containsExactly("kept");
    }
  }

  private static List<String> fill(Path database) {
    List<String> kept = new ArrayList<>();
    try (SqliteStore store = SqliteStore.open(database);
        Membrane membrane = Membrane.builder().backgroundJobs(false).store(store).build()) {
      for (int number = 0; number < RECORDS; number++) {
        event(membrane, "gone", "erasedcanary " + number);
        kept.add(event(membrane, "kept", "it stays " + number));
      }
      var unused = membrane.consolidation().run();
    }
    return kept;
  }

  private static String event(Membrane membrane, String scope, String summary) {
    String id =
        membrane
            .ingestion()
            .event(
                EventRequest.builder()
                    .source("user")
                    .eventKind("user")
                    .ref("ref")
                    .summary(summary)
                    .options(IngestOptions.NONE.scope(scope))
                    .build())
            .id();
    var unused =
        membrane
            .ingestion()
            .outcome(
                OutcomeRequest.builder()
                    .source("user")
                    .targetRecordId(id)
                    .status(OutcomeStatus.SUCCESS)
                    .build());
    return id;
  }

  private static Process start(Path database) throws Exception {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Erasing.class.getName(),
            database.toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }
}
