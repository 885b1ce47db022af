package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.grpc.v1.IngestEventRequest;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceBlockingStub;
import dev.membrane.grpc.v1.RetrieveRequest;
import dev.membrane.grpc.v1.TrustContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What an innocent caller notices of each attack on the packaged server with a small heap. Quiet
 * and attacked turns alternate, so that whatever else the machine does falls on both. Beside other
 * tests it can only tell that nobody is shut out; {@code -Plong}, on a machine that does nothing
 * else, holds it to three times.
 */
@Timeout(300)
class AttackIT {

  private static final int ROUNDS = Integer.getInteger("membrane.attack.rounds");
  private static final int TURN_MILLIS = Integer.getInteger("membrane.attack.millis");

  /** Below it a scheduler's noise says more than the server does. */
  private static final long NOISE_MICROS = 20_000;

  /** On a busy machine a turn is longer rather than of too few calls to say anything. */
  private static final int LEAST_CALLS = 50;

  private static final int MOST_TIMES_SLOWER = Integer.getInteger("membrane.attack.times");
  private static final long PAUSE_MILLIS = 5;
  private static final long BETWEEN_BLOWS_MILLIS = 50;
  private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");
  private static final String KEY = "the-key-of-everybody";
  private static final TrustContext FULL =
      TrustContext.newBuilder().setMaxSensitivity("hyper").build();

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(Attack.class)
  void an_innocent_caller_is_served_nearly_as_fast(Attack attack) throws Exception {
    Map<String, String> environment =
        Map.of(
            "MEMBRANE_API_KEY", KEY,
            "MEMBRANE_RATE_LIMIT_PER_SECOND", "0",
            // What is measured has all compilers, as an operator's server has.
            "MEMBRANE_JAVA_OPTS", "-Xmx512m -XX:TieredStopAtLevel=4");
    try (MembranedProcess server =
        MembranedProcess.running(
                MembranedProcess.home().resolve("bin/membraned"), folder, environment)
            .awaitServing()) {
      MembraneServiceBlockingStub innocent = server.stub().withCallCredentials(BearerToken.of(KEY));
      List<Long> quiet = new ArrayList<>();
      List<Long> attacked = new ArrayList<>();
      for (int warmUp = 0; warmUp < 3; warmUp++) {
        turn(innocent); // The first calls load classes and compile.
      }
      long before = residentMegabytes(server);
      long most = before;
      for (int round = 0; round < ROUNDS; round++) {
        quiet.addAll(turn(innocent));
        try (Attacker attacker = new Attacker(attack, server, new Random(round))) {
          attacked.addAll(turn(innocent));
          most = Math.max(most, residentMegabytes(server));
          assertThat(attacker.blows()).isPositive();
        }
      }
      System.out.printf(
          "AttackIT: %s: p95 quiet %d us, attacked %d us; resident %d MB before, %d MB at most, %d MB"
              + " after%n",
          attack, p95(quiet), p95(attacked), before, most, residentMegabytes(server));
      assertThat(p95(attacked))
          .isLessThanOrEqualTo(Math.max(NOISE_MICROS, MOST_TIMES_SLOWER * p95(quiet)));
      assertThat(server.errors()).doesNotContain("OutOfMemory", "internal error");
    }
  }

  /** Calls for a while, one after the other; answers with how long each took, in microseconds. */
  private static List<Long> turn(MembraneServiceBlockingStub client) throws InterruptedException {
    List<Long> micros = new ArrayList<>();
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(TURN_MILLIS);
    for (int call = 0; call < LEAST_CALLS || System.nanoTime() < end; call++) {
      MembraneServiceBlockingStub one = client.withDeadlineAfter(60, TimeUnit.SECONDS);
      long start = System.nanoTime();
      if (call % 2 == 0) {
        assertThat(one.ingestEvent(event(call)).getRecord().isEmpty()).isFalse();
      } else {
        assertThat(one.retrieve(question()).getRecordsCount()).isPositive();
      }
      micros.add(TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - start));
      Thread.sleep(PAUSE_MILLIS);
    }
    return micros;
  }

  private static IngestEventRequest event(int number) {
    return IngestEventRequest.newBuilder()
        .setSource("a")
        .setEventKind("k")
        .setRef("r")
        .setSummary("the deployment of service " + number)
        .build();
  }

  private static RetrieveRequest question() {
    return RetrieveRequest.newBuilder()
        .setTrust(FULL)
        .setTaskDescriptor("deployment of a service")
        .setLimit(10)
        .build();
  }

  private static long p95(List<Long> micros) {
    List<Long> sorted = new ArrayList<>(micros);
    Collections.sort(sorted);
    return sorted.get((int) Math.ceil(sorted.size() * 0.95) - 1);
  }

  /** What the process has in memory; where the system does not say, 0. */
  private static long residentMegabytes(MembranedProcess server) throws IOException {
    Path status = Path.of("/proc/" + server.pid() + "/status");
    if (!Files.exists(status)) {
      return 0;
    }
    Matcher matcher = RESIDENT.matcher(Files.readString(status));
    return matcher.find() ? Long.parseLong(matcher.group(1)) / 1_024 : 0;
  }

  /** One thread that strikes again and again. */
  private static final class Attacker implements AutoCloseable {

    private final AtomicBoolean isOver = new AtomicBoolean();
    private final Attack.Target target;
    private final Thread thread;
    private final AtomicInteger blows = new AtomicInteger();
    private final AtomicReference<Throwable> failed = new AtomicReference<>();

    Attacker(Attack attack, MembranedProcess server, Random random) {
      this.target =
          new Attack.Target(
              server.port(), server.channel(), Map.of("authorization", "Bearer " + KEY));
      this.thread = new Thread(() -> strike(attack, random), "attacker");
      thread.start();
    }

    private void strike(Attack attack, Random random) {
      while (!isOver.get()) {
        blows.incrementAndGet();
        try {
          attack.strike(target, random);
          // The attacker shares the processors with the server, which is not what is measured.
          Thread.sleep(BETWEEN_BLOWS_MILLIS);
        } catch (IOException sentAway) {
          // The next blow comes on a connection of its own.
        } catch (Throwable unexpected) {
          failed.set(unexpected);
          return;
        }
      }
    }

    int blows() {
      return blows.get();
    }

    @Override
    public void close() {
      isOver.set(true);
      try {
        thread.join();
      } catch (InterruptedException stopping) {
        Thread.currentThread().interrupt();
      }
      target.close();
      assertThat(failed.get()).isNull();
    }
  }
}
