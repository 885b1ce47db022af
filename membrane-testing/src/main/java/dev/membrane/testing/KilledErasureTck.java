package dev.membrane.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.EraseRequest;
import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.OutcomeRequest;
import dev.membrane.internal.audit.AuditReport;
import dev.membrane.internal.audit.AuditVerifier;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.Statistics.ScopeCount;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;

/**
 * A process that is killed while it erases loses nothing else, and the next one goes on. {@code
 * -Dmembrane.store.kills} says how often it is killed.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
public abstract class KilledErasureTck {

  /** In what is erased, and nowhere else. */
  protected static final String ERASED = "erasedcanary";

  private static final int KEPT_RECORDS = 50;
  private static final int MAX_ERASURES = 20;
  private static final String GONE = "gone";
  private static final String KEPT = "kept";

  private final int kills = Integer.getInteger("membrane.store.kills", usualKills());

  /** So many that an erasure takes longer than until it is killed. */
  private final int records = 60 * Math.max(5, kills);

  /** For subclasses. */
  protected KilledErasureTck() {}

  /** Where there is no store yet; called several times. */
  protected abstract String fresh();

  /** Opens the store of a place, which is made if there is none. */
  protected abstract MemoryStore open(String place);

  /** How often it is killed where nobody says. */
  protected int usualKills() {
    return 2;
  }

  /** Has a {@code main} that opens the store of the place it is given, for {@link #erase}. */
  protected abstract Class<?> erasing();

  /**
   * Looks for {@link #ERASED} below the store, which is closed; there is nothing to look at yet.
   */
  protected void assertGone(String place) throws Exception {}

  /** Erases what is to go. */
  protected static void erase(MemoryStore store) {
    try (Membrane membrane = Membrane.builder().store(store).build()) {
      System.out.println("begun");
      var unused = membrane.revision().erase(EraseRequest.ofScope(GONE));
    }
  }

  @Test
  void a_killed_erasure_goes_on_and_nothing_else_is_lost(TestReporter reporter) throws Exception {
    String place = "";
    List<String> gone = new ArrayList<>();
    List<String> kept = new ArrayList<>();
    int killed = 0;
    // On a busy machine an erasure may have ended before this process had its turn to kill it.
    for (int i = 0; i < MAX_ERASURES && killed == 0; i++) {
      place = fresh();
      gone.clear();
      kept.clear();
      fill(place, gone, kept);
      killed = eraseWithKills(place);
    }
    reporter.publishEntry("kills", Integer.toString(killed));
    assertThat(killed).isPositive();
    assertGone(place);
    try (MemoryStore store = open(place)) {
      AuditReport audit = new AuditVerifier(store, checked -> {}).verify();
      assertThat(audit.broken()).isNull();
      assertThat(audit.erased())
          .isEqualTo(
              audit.erasures().stream().mapToLong(erasure -> erasure.proof().records()).sum())
          .isGreaterThanOrEqualTo(records);
      assertThat(store.get(gone)).isEmpty();
      assertThat(store.get(kept)).hasSize(KEPT_RECORDS);
      assertThat(store.scopes(new Visibility(Sensitivity.HYPER, null)))
          .extracting(ScopeCount::scope)
          .containsExactly(KEPT);
    }
  }

  /** Starts the erasure until it comes to its end, and tells how often it was killed before. */
  private int eraseWithKills(String place) throws Exception {
    Random random = new Random(1);
    int killed = 0;
    while (true) {
      Process process = start(place);
      assertThat(process.inputReader().readLine()).isEqualTo("begun");
      if (killed == kills || process.waitFor(random.nextInt(300), TimeUnit.MILLISECONDS)) {
        assertThat(process.waitFor()).isZero();
        return killed;
      }
      process.destroyForcibly().waitFor();
      killed++;
    }
  }

  private void fill(String place, List<String> gone, List<String> kept) {
    try (MemoryStore store = open(place);
        Membrane membrane = Membrane.builder().backgroundJobs(false).store(store).build()) {
      for (int number = 0; number < records; number++) {
        gone.add(event(membrane, GONE, ERASED + " " + number));
      }
      for (int number = 0; number < KEPT_RECORDS; number++) {
        kept.add(event(membrane, KEPT, "it stays " + number));
      }
      var unused = membrane.maintenance().consolidate();
    }
  }

  private static String event(Memory membrane, String scope, String summary) {
    EventRequest event =
        EventRequest.builder()
            .source("user")
            .eventKind("user")
            .ref("ref")
            .summary(summary)
            .options(IngestOptions.NONE.scope(scope))
            .build();
    String id = membrane.ingestion().event(event).id();
    OutcomeRequest outcome = OutcomeRequest.of("user", id, OutcomeStatus.SUCCESS);
    var unused = membrane.ingestion().outcome(outcome);
    return id;
  }

  private Process start(String place) throws Exception {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            erasing().getName(),
            place)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }
}
