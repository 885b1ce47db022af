package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.grpc.v1.IngestEventRequest;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceBlockingStub;
import dev.membrane.grpc.v1.RetrieveRequest;
import dev.membrane.grpc.v1.TrustContext;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What an innocent caller notices of each attack on the packaged server with a small heap. Quiet
 * and attacked turns alternate, so that whatever else the machine does falls on both, and the
 * medians of several turns are compared. One server stands all attacks, as an operator's does.
 */
class AttackIT {

  private static final int ROUNDS = Integer.getInteger("membrane.attack.rounds");
  private static final int TURN_MILLIS = Integer.getInteger("membrane.attack.millis");

  /** Where nothing else runs, a ratio says something; where much runs, that nobody is kept out. */
  private static final boolean IS_TIMED = Boolean.getBoolean("membrane.timing");

  /** On a busy machine a turn is longer rather than of too few calls to say anything. */
  private static final int LEAST_CALLS = IS_TIMED ? 40 : 20;

  private static final int MOST_TIMES_SLOWER = IS_TIMED ? 3 : 20;

  /** Whoever has to wait for a processor waits about as long, however fast the server is. */
  private static final long WAIT_MICROS = IS_TIMED ? 10_000 : 100_000;

  /** A full heap of 512 MB and what Java has beside it. */
  private static final long MAX_MEGABYTES = 800;

  private static final long PAUSE_MILLIS = 5;
  private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");
  private static final String SCOPE = "innocent";
  private static final TrustContext TRUST =
      TrustContext.newBuilder().setMaxSensitivity("hyper").addScopes(SCOPE).build();

  @TempDir static Path folder;

  private static MembranedProcess server;
  private static MembraneServiceBlockingStub innocent;

  @BeforeAll
  static void start() throws Exception {
    Map<String, String> environment =
        Map.of(
            "MEMBRANE_PRINCIPALS",
            AttackTarget.PRINCIPALS,
            "MEMBRANE_RATE_LIMIT_PER_SECOND",
            "0",
            // What is timed has all compilers, as an operator's server has.
            "MEMBRANE_JAVA_OPTS",
            "-Xmx512m -XX:TieredStopAtLevel=" + (IS_TIMED ? 4 : 1));
    server =
        MembranedProcess.running(
                MembranedProcess.home().resolve("bin/membraned"), folder, environment)
            .awaitServing();
    innocent = server.stub().withCallCredentials(BearerToken.of(AttackTarget.OWNER));
    for (int warmUp = 0; warmUp < (IS_TIMED ? 10 : 3); warmUp++) {
      turn(AttackIT::retrieve); // The first calls load classes and compile.
      turn(AttackIT::retrieveByHttp);
    }
  }

  @AfterAll
  static void stop() throws IOException {
    String errors = server.errors();
    server.close();
    assertThat(errors).doesNotContain("OutOfMemory", "internal error");
  }

  @ParameterizedTest
  @EnumSource(Attack.class)
  void an_innocent_caller_is_served_beside_it(Attack attack) throws Exception {
    assertServed(attack, new Comparison(attack::strike, server.port(), AttackIT::retrieve));
  }

  /** Who asks over HTTP comes on a connection of their own each time. */
  @ParameterizedTest
  @EnumSource(HttpAttack.class)
  void who_asks_over_http_is_served_beside_it(HttpAttack attack) throws Exception {
    assertServed(
        attack, new Comparison(attack::strike, server.httpPort(), AttackIT::retrieveByHttp));
  }

  private static void assertServed(Enum<?> attack, Comparison comparison) throws Exception {
    Slowdown slowdown = measured(comparison, ROUNDS);
    if (slowdown.isTooMuch()) {
      slowdown = measured(comparison, 2 * ROUNDS + 1); // Once, for what else the machine had to do.
    }
    System.out.printf("AttackIT: %s: %s%n", attack, slowdown);
    assertThat(slowdown)
        .matches(it -> !it.isTooMuch(), "at most " + MOST_TIMES_SLOWER + " times slower");
    assertThat(slowdown.megabytes()).isLessThanOrEqualTo(MAX_MEGABYTES);
  }

  /** What the innocent caller asks, between two events. */
  @FunctionalInterface
  private interface Question {
    void ask() throws IOException;
  }

  /** What is compared with quiet: blows on a port, and a caller who asks meanwhile. */
  private record Comparison(Attacker.Blow blow, int port, Question question) {}

  /**
   * What attacks did.
   *
   * @param quiet the median of the 95th percentiles of quiet turns, in microseconds
   * @param attacked the same of attacked turns
   * @param megabytes the most that the server had in memory at the end of an attacked turn
   */
  private record Slowdown(long quiet, long attacked, long megabytes) {

    boolean isTooMuch() {
      return attacked > MOST_TIMES_SLOWER * quiet + WAIT_MICROS;
    }
  }

  private static Slowdown measured(Comparison compared, int rounds) throws Exception {
    List<Long> quiet = new ArrayList<>();
    List<Long> attacked = new ArrayList<>();
    long megabytes = 0;
    for (int round = 0; round < rounds; round++) {
      quiet.add(turn(compared.question()));
      try (Attacker attacker =
          new Attacker(compared.blow(), server, compared.port(), new Random(round))) {
        attacked.add(turn(compared.question()));
        megabytes = Math.max(megabytes, residentMegabytes());
        assertThat(attacker.blows()).isPositive();
      }
    }
    return new Slowdown(quantile(quiet, 0.5), quantile(attacked, 0.5), megabytes);
  }

  /** Calls for a while, one after the other; answers with the 95th percentile of their times. */
  private static long turn(Question question) throws Exception {
    List<Long> micros = new ArrayList<>();
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(TURN_MILLIS);
    for (int call = 0; call < LEAST_CALLS || System.nanoTime() < end; call++) {
      long start = System.nanoTime();
      if (call % 2 == 0) {
        assertThat(patient().ingestEvent(event(call)).getRecord().isEmpty()).isFalse();
      } else {
        question.ask();
      }
      micros.add(TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - start));
      Thread.sleep(PAUSE_MILLIS);
    }
    return quantile(micros, 0.95);
  }

  private static MembraneServiceBlockingStub patient() {
    return innocent.withDeadlineAfter(60, TimeUnit.SECONDS);
  }

  private static void retrieve() {
    assertThat(patient().retrieve(question()).getRecordsCount()).isPositive();
  }

  private static void retrieveByHttp() throws IOException {
    try (Socket own = new Socket(InetAddress.getLoopbackAddress(), server.httpPort())) {
      HttpAttack.ask(own, AttackTarget.OWNER);
    }
  }

  private static IngestEventRequest event(int number) {
    return IngestEventRequest.newBuilder()
        .setSource("a")
        .setEventKind("k")
        .setRef("r")
        .setScope(SCOPE)
        .setSummary("the deployment of service " + number)
        .build();
  }

  private static RetrieveRequest question() {
    return RetrieveRequest.newBuilder()
        .setTrust(TRUST)
        .setTaskDescriptor("deployment of a service")
        .setLimit(10)
        .build();
  }

  private static long quantile(List<Long> micros, double share) {
    List<Long> sorted = new ArrayList<>(micros);
    Collections.sort(sorted);
    return sorted.get((int) Math.ceil(sorted.size() * share) - 1);
  }

  /** What the process has in memory; where the system does not say, 0. */
  private static long residentMegabytes() throws IOException {
    Path status = Path.of("/proc/" + server.pid() + "/status");
    if (!Files.exists(status)) {
      return 0;
    }
    Matcher matcher = RESIDENT.matcher(Files.readString(status));
    return matcher.find() ? Long.parseLong(matcher.group(1)) / 1_024 : 0;
  }
}
