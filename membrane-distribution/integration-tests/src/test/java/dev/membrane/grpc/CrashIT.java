package dev.membrane.grpc;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.membrane.grpc.v1.GetMetricsRequest;
import dev.membrane.grpc.v1.RunConsolidationRequest;
import dev.membrane.tck.Seed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What was acknowledged survives SIGKILL, whole and once, also while the server learns from it.
 * {@code -Dmembrane.kills} says how often the server is killed.
 */
@Timeout(value = 90, unit = MINUTES)
class CrashIT {

  private static final int WRITERS = 16;
  private static final int KILLS = Integer.getInteger("membrane.kills");

  /** A server lives for fewer acknowledgements than this: some die as soon as they serve. */
  private static final int MAX_ACKNOWLEDGEMENTS = 150;

  @TempDir Path folder;

  private final CrashWorkload workload = new CrashWorkload();
  private final Map<String, String> environment = new HashMap<>();

  @Test
  void nothing_acknowledged_is_lost_or_doubled_on_sqlite(TestInfo test) throws Exception {
    environment.put("MEMBRANE_DB_PATH", folder.resolve("crash.db").toString());
    killAgainAndAgain("SQLite", Seed.of(test));
  }

  @Test
  void nothing_acknowledged_is_lost_or_doubled_on_postgres(TestInfo test) throws Exception {
    try (RestartableDatabase database = new RestartableDatabase(folder.resolve("database"))) {
      environment.put("MEMBRANE_BACKEND", "postgres");
      environment.put("MEMBRANE_POSTGRES_DSN", database.dsn());
      killAgainAndAgain("PostgreSQL", Seed.of(test));
    }
  }

  private void killAgainAndAgain(String store, Random random) throws Exception {
    environment.put("MEMBRANE_RATE_LIMIT_PER_SECOND", "0");
    environment.put("MEMBRANE_CONSOLIDATION_INTERVAL", "200ms");
    environment.put("MEMBRANE_DECAY_INTERVAL", "200ms");
    MembranedProcess last = killWhileWritten(random);
    try (last) {
      assertEverythingStandsOnce(last);
    }
    assertAuditHolds();
    System.out.printf(
        "CrashIT: %s, %s acknowledged, all there once after %s kills%n",
        store, workload.acknowledged(), KILLS);
  }

  /** The server that the last writes went to, which was not killed. */
  private MembranedProcess killWhileWritten(Random random) throws Exception {
    ExecutorService writers = Executors.newFixedThreadPool(WRITERS);
    try {
      MembranedProcess server = serve();
      List<Future<?>> writing = new ArrayList<>();
      for (int writer = 0; writer < WRITERS; writer++) {
        int number = writer;
        writing.add(writers.submit(() -> workload.write(number)));
      }
      for (int kill = 0; kill < KILLS; kill++) {
        awaitAcknowledged(workload.acknowledged() + random.nextInt(MAX_ACKNOWLEDGEMENTS), writing);
        server.kill();
        server.close();
        server = serve();
      }
      workload.end();
      for (Future<?> one : writing) {
        one.get(5, MINUTES);
      }
      return server;
    } finally {
      writers.shutdownNow();
      assertThat(writers.awaitTermination(5, MINUTES)).isTrue();
    }
  }

  private MembranedProcess serve() throws IOException {
    MembranedProcess server = run().awaitServing();
    workload.goOnWith(server.stub());
    return server;
  }

  private MembranedProcess run(String... arguments) throws IOException {
    Path script = MembranedProcess.home().resolve("bin/membraned");
    return MembranedProcess.running(script, folder, environment, arguments);
  }

  /** A writer that has ended was answered what it must not be. */
  private void awaitAcknowledged(long number, List<Future<?>> writing) throws Exception {
    long seen = -1;
    int waited = 0;
    while (workload.acknowledged() < number) {
      waited = workload.acknowledged() == seen ? waited + 1 : 0;
      seen = workload.acknowledged();
      assertThat(waited).as("intervals without an acknowledgement").isLessThan(60_000);
      for (Future<?> one : writing) {
        if (one.isDone()) {
          one.get();
        }
      }
      MILLISECONDS.sleep(2);
    }
  }

  private void assertEverythingStandsOnce(MembranedProcess server) throws IOException {
    var unused = server.stub().runConsolidation(RunConsolidationRequest.getDefaultInstance());
    long records = 0;
    for (int writer = 0; writer < WRITERS; writer++) {
      records += workload.assertStandsOnce(writer, server.stub());
    }
    JsonNode metrics =
        CrashWorkload.json(
            server.stub().getMetrics(GetMetricsRequest.getDefaultInstance()).getSnapshot());
    assertThat(metrics.get("total_records").asLong()).isEqualTo(records);
  }

  private void assertAuditHolds() throws IOException {
    try (MembranedProcess check = run("verify-audit").awaitServing()) {
      assertThat(check.exitCode()).as(check.startLine()).isZero();
      assertThat(check.startLine()).startsWith("verified: ");
    }
  }
}
