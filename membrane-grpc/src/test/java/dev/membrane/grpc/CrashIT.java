package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.membrane.grpc.v1.IngestEventRequest;
import dev.membrane.grpc.v1.IngestRecordRequest;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceBlockingStub;
import dev.membrane.grpc.v1.RetrieveByIDRequest;
import dev.membrane.grpc.v1.TrustContext;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.schema.Validation;
import dev.membrane.schema.json.RecordCodec;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What was acknowledged survives SIGKILL, whole. */
@Timeout(300)
class CrashIT {

  private static final int WRITERS = 16;
  private static final int ROUNDS = 3;
  private static final TrustContext FULL =
      TrustContext.newBuilder().setMaxSensitivity("hyper").build();

  /** What the server acknowledged: record ids with the text they must hold. */
  private final Queue<Map.Entry<String, String>> acknowledged = new ConcurrentLinkedQueue<>();

  /** For each writer the number of acknowledged appends to its episode, and the episode's id. */
  private final Map<String, AtomicInteger> appended = new ConcurrentHashMap<>();

  private final Map<String, String> episodes = new ConcurrentHashMap<>();

  @TempDir Path folder;

  @Test
  void every_acknowledged_record_is_there_and_whole_after_a_kill() throws Exception {
    long seed = Long.getLong("membrane.seed", System.nanoTime());
    Random random = new Random(seed);
    for (int round = 0; round < ROUNDS; round++) {
      writeUntilKilled(round, 50 + random.nextInt(550));
    }
    try (MembranedProcess server = MembranedProcess.serving(folder)) {
      MembraneServiceBlockingStub stub = server.stub();
      acknowledged.forEach(entry -> assertFactStands(stub, entry.getKey(), entry.getValue()));
      episodes.forEach((key, id) -> assertEpisodeStands(stub, id, appended.get(key).get()));
    }
    System.out.printf(
        "CrashIT: seed %d, %d facts and %d appends acknowledged, all there after %d kills%n",
        seed,
        acknowledged.size(),
        appended.values().stream().mapToInt(AtomicInteger::get).sum(),
        ROUNDS);
    assertThat(acknowledged).hasSizeGreaterThan(WRITERS * ROUNDS);
  }

  /** Kills after a number of acknowledgements that the random instant stands for. */
  private void writeUntilKilled(int round, int acknowledgements) throws Exception {
    try (MembranedProcess server = MembranedProcess.serving(folder)) {
      CountDownLatch reached = new CountDownLatch(acknowledgements);
      List<Thread> writers =
          IntStream.range(0, WRITERS)
              .mapToObj(n -> new Thread(() -> write(server.stub(), round, n, reached)))
              .toList();
      writers.forEach(Thread::start);
      assertThat(reached.await(90, TimeUnit.SECONDS)).isTrue();
      server.kill();
      for (Thread writer : writers) {
        writer.join();
      }
    }
  }

  private void write(
      MembraneServiceBlockingStub stub, int round, int writer, CountDownLatch reached) {
    String episode = "round-" + round + "-writer-" + writer;
    try {
      for (int n = 0; ; n++) {
        String text = episode + "-" + n + "-" + "x".repeat(n % 700);
        MemoryRecord fact = decode(stub.ingestRecord(fact(text)).getRecord());
        acknowledged.add(Map.entry(fact.id(), text));
        MemoryRecord trace = decode(stub.ingestEvent(event(episode, n)).getRecord());
        episodes.put(episode, trace.id());
        appended.computeIfAbsent(episode, key -> new AtomicInteger()).incrementAndGet();
        reached.countDown();
      }
    } catch (StatusRuntimeException killed) {
      assertThat(killed.getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
    }
  }

  private static IngestRecordRequest fact(String text) {
    String json =
        """
        {"type":"semantic","sensitivity":"low","provenance":{"sources":[{"kind":"event","ref":"r"}]},
         "payload":{"kind":"semantic","subject":"s","predicate":"says","object":"%s",
                    "validity":{"mode":"global"}}}
        """
            .formatted(text);
    return IngestRecordRequest.newBuilder().setRecord(json).setSource("crash").build();
  }

  private static IngestEventRequest event(String episode, int n) {
    return IngestEventRequest.newBuilder()
        .setSource("crash")
        .setEventKind("step")
        .setRef(String.valueOf(n))
        .setEpisode(episode)
        .build();
  }

  private static void assertFactStands(
      MembraneServiceBlockingStub stub, String id, String expected) {
    MemoryRecord record = read(stub, id);
    assertThat(((SemanticPayload) record.payload()).object()).isEqualTo(JsonValue.of(expected));
    assertThat(record.auditLog()).hasSize(1);
  }

  /** The append under way at the kill may or may not have been stored; each before it must be. */
  private static void assertEpisodeStands(
      MembraneServiceBlockingStub stub, String id, int acknowledgedAppends) {
    MemoryRecord record = read(stub, id);
    List<String> refs =
        ((EpisodicPayload) record.payload()).timeline().stream().map(TimelineEvent::ref).toList();
    assertThat(refs.size()).isBetween(acknowledgedAppends, acknowledgedAppends + 1);
    assertThat(refs)
        .containsExactlyElementsOf(
            IntStream.range(0, refs.size()).mapToObj(String::valueOf).toList());
    assertThat(record.auditLog()).hasSameSizeAs(refs);
    assertThat(record.provenance().sources()).hasSameSizeAs(refs);
  }

  private static MemoryRecord read(MembraneServiceBlockingStub stub, String id) {
    RetrieveByIDRequest request = RetrieveByIDRequest.newBuilder().setId(id).setTrust(FULL).build();
    MemoryRecord record = decode(stub.retrieveByID(request).getRecord());
    Validation.check(record);
    return record;
  }

  private static MemoryRecord decode(ByteString json) {
    return new RecordCodec().decode(json.toStringUtf8());
  }
}
