package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import dev.membrane.grpc.v1.IngestEventRequest;
import dev.membrane.grpc.v1.MembraneProto;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceBlockingStub;
import dev.membrane.grpc.v1.RetrieveByIDRequest;
import dev.membrane.grpc.v1.TrustContext;
import dev.membrane.schema.JsonString;
import dev.membrane.spi.store.AuditTrail;
import dev.membrane.store.sqlite.SqliteStore;
import dev.membrane.tck.Seed;
import dev.membrane.tck.Trials;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whatever is sent, the answer is one that the contract has for it, the server lives, and what it
 * has acknowledged is what it has stored. The seed is printed; {@code -Dmembrane.seed} sets it.
 */
class FuzzTest {

  private static final int CALLERS = 4;
  private static final int CALLS = Trials.of(600);
  private static final int CONNECTIONS = 100;
  private static final int BLOWS = 5;
  private static final int HIDDEN = 9;
  private static final TrustContext FULL =
      TrustContext.newBuilder().setMaxSensitivity("hyper").build();
  private static final String LEARNED = "consolidation/";

  /** What a caller never sees, whatever they send, as long as the store is well. */
  private static final Set<Status.Code> NEVER =
      Set.of(
          Status.Code.INTERNAL,
          Status.Code.UNKNOWN,
          Status.Code.UNAVAILABLE,
          Status.Code.DATA_LOSS,
          Status.Code.CANCELLED,
          Status.Code.ABORTED);

  private static final List<MethodDescriptor> METHODS =
      MembraneProto.getDescriptor().getServices().get(0).getMethods();

  @TempDir Path folder;

  private long seed;
  private final List<String> acknowledged = Collections.synchronizedList(new ArrayList<>());
  private SqliteStore store;
  private TestServer server;

  @BeforeEach
  void start(TestInfo test) {
    seed = Seed.number(test);
    store = SqliteStore.open(folder.resolve("membrane.db"));
    server = TestServer.start(store, Map.of());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void every_answer_is_one_of_the_contract_and_stored_is_what_was_acknowledged() throws Exception {
    try (LogCapture log = new LogCapture()) {
      Map<Status.Code, Integer> answers = fuzz();

      System.out.println("FuzzTest: " + answers + " " + stored().size());
      assertThat(answers).containsKeys(Status.Code.OK, Status.Code.INVALID_ARGUMENT);
      assertThat(answers.keySet()).doesNotContainAnyElementsOf(NEVER);
      assertThat(stored()).isEqualTo(new TreeSet<>(acknowledged)).hasSizeGreaterThan(20);
      assertThat(log.lines()).noneMatch(line -> line.startsWith("ERROR"));
    }
    for (String id : new TreeSet<>(acknowledged)) {
      assertThat(Set.of(Status.Code.OK, Status.Code.NOT_FOUND)).contains(readBack(id));
    }
  }

  private Map<Status.Code, Integer> fuzz() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(CALLERS);
    List<Future<Map<Status.Code, Integer>>> callers = new ArrayList<>();
    for (int i = 0; i < CALLERS; i++) {
      Random random = new Random(seed + i);
      Callable<Map<Status.Code, Integer>> caller = () -> call(random);
      callers.add(threads.submit(caller));
    }
    Map<Status.Code, Integer> answers = new EnumMap<>(Status.Code.class);
    for (Future<Map<Status.Code, Integer>> caller : callers) {
      caller.get().forEach((code, count) -> answers.merge(code, count, Integer::sum));
    }
    threads.shutdown();
    return answers;
  }

  private Map<Status.Code, Integer> call(Random random) throws Exception {
    RawClient client = new RawClient(server.channel());
    RandomRequests requests = new RandomRequests(random, acknowledged);
    Map<Status.Code, Integer> answers = new EnumMap<>(Status.Code.class);
    for (int n = 0; n < CALLS; n++) {
      MethodDescriptor method = requests.one(METHODS);
      byte[] request = requests.shaped(method.getInputType()).toByteArray();
      int kind = random.nextInt(10);
      byte[] sent = kind < 7 ? request : kind < 9 ? requests.broken(request) : requests.noise(200);
      answers.merge(call(client, method, sent), 1, Integer::sum);
    }
    return answers;
  }

  private Status.Code call(RawClient client, MethodDescriptor method, byte[] request)
      throws InvalidProtocolBufferException {
    String name = method.getService().getFullName() + "/" + method.getName();
    try {
      note(DynamicMessage.parseFrom(method.getOutputType(), client.call(name, request)), method);
      return Status.Code.OK;
    } catch (StatusRuntimeException refused) {
      Status status = refused.getStatus();
      assertThat(NEVER)
          .as(() -> "seed " + seed + ", " + name + " " + hex(request) + ": " + status)
          .doesNotContain(status.getCode());
      return status.getCode();
    }
  }

  private static String hex(byte[] request) {
    String hex = HexFormat.of().formatHex(request);
    return hex.length() > 2_000 ? hex.substring(0, 2_000) + "…" : hex;
  }

  /** Of what is answered with a record, reading alone creates none. */
  private void note(DynamicMessage answer, MethodDescriptor method) {
    FieldDescriptor record = method.getOutputType().findFieldByName("record");
    if (record != null && !method.getName().equals("RetrieveByID")) {
      note(answer.getField(record));
    } else if (method.getName().startsWith("Ingest")) {
      noteItems(answer);
    } else if (method.getName().equals("Erase")) {
      noteProof(answer.getField(method.getOutputType().findFieldByName("report")));
    }
  }

  private void note(Object record) {
    String json = ((ByteString) record).toStringUtf8();
    acknowledged.add(Json.text(Json.value(json), "id"));
  }

  /** A proof is an audit log without a record; a dry run has none. */
  private void noteProof(Object report) {
    if (Json.object((ByteString) report).members().get("proof_id") instanceof JsonString id
        && !id.value().isEmpty()) {
      acknowledged.add(id.value());
    }
  }

  /** Of batches and streams the records stand within the answers of items. */
  private void noteItems(Message answer) {
    answer
        .getAllFields()
        .forEach(
            (field, value) -> {
              if (field.getName().equals("record")) {
                note(value);
              } else if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
                List<?> parts = field.isRepeated() ? (List<?>) value : List.of(value);
                parts.forEach(part -> noteItems((Message) part));
              }
            });
  }

  /** All ids ever used, but for those of what the consolidation has made by itself. */
  private Set<String> stored() {
    Set<String> ids = new TreeSet<>();
    List<AuditTrail> page = store.auditLogs("", 100);
    while (!page.isEmpty()) {
      page.stream().filter(trail -> !isLearned(trail)).forEach(trail -> ids.add(trail.id()));
      page = store.auditLogs(page.get(page.size() - 1).id(), 100);
    }
    return ids;
  }

  private static boolean isLearned(AuditTrail trail) {
    return trail.links().get(0).entry().actor().startsWith(LEARNED);
  }

  private Status.Code readBack(String id) {
    try {
      server
          .client()
          .retrieveByID(RetrieveByIDRequest.newBuilder().setId(id).setTrust(FULL).build());
      return Status.Code.OK;
    } catch (StatusRuntimeException refused) {
      return refused.getStatus().getCode();
    }
  }

  /**
   * What is no HTTP/2, no gRPC or no frame of either. The answers are not looked at: gRPC's own
   * reader of frames answers a message whose length prefix is broken with INTERNAL before any code
   * of this project sees it, and most of the rest is answered by closing the connection.
   */
  @Test
  void connections_that_speak_no_sense_do_no_harm() throws Exception {
    Random random = new Random(seed);
    RandomRequests noise = new RandomRequests(random, acknowledged);
    for (int i = 0; i < CONNECTIONS; i++) {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
        speak(socket.getOutputStream(), random, noise);
      } catch (SocketException closedInBetween) {
        assertThat(closedInBetween).hasMessageMatching("(?i)broken pipe|connection reset.*");
      }
    }
    assertThat(stored()).isEmpty();
    IngestEventRequest event =
        IngestEventRequest.newBuilder().setSource("a").setEventKind("k").setRef("r").build();
    assertThat(server.client().ingestEvent(event).getRecord().isEmpty()).isFalse();
    assertThat(stored()).hasSize(1);
  }

  private static void speak(OutputStream out, Random random, RandomRequests noise)
      throws IOException {
    if (random.nextInt(5) == 0) {
      out.write(noise.noise(500));
      return;
    }
    out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    out.write(RawConnection.frame(RawConnection.SETTINGS, 0, 0, new byte[0]));
    out.write(RawConnection.call(1, "membrane.v1.MembraneService/IngestEvent", Map.of()));
    for (int i = random.nextInt(6); i >= 0; i--) {
      byte[] payload = noise.noise(100);
      switch (random.nextInt(3)) {
        case 0 ->
            out.write(RawConnection.frame(random.nextInt(12), random.nextInt(256), 1, payload));
        case 1 -> out.write(RawConnection.frame(0, random.nextInt(2), 1, payload));
        default -> out.write(payload);
      }
    }
  }

  /** Nothing is kept in memory of what a server that has just started finds in its file. */
  @Test
  void what_the_caller_may_not_see_is_refused_as_soon_as_what_is_not_there() {
    Random random = new Random(seed);
    Path file = folder.resolve("hidden.db");
    List<String> hidden = new ArrayList<>();
    try (SqliteStore written = SqliteStore.open(file);
        TestServer first = keyed(written);
        AttackTarget target = new AttackTarget(first.port(), first.channel())) {
      for (int i = 0; i < HIDDEN; i++) {
        hidden.add(target.hide(HostileJson.values(random, 30_000 + random.nextInt(60_000))));
      }
    }
    boolean isAsSoon = false;
    // Other times, for what else the machine had to do.
    for (int i = 0; i < 20 && !isAsSoon; i++) {
      isAsSoon = isAsSoonRefused(file, hidden);
    }
    assertThat(isAsSoon).isTrue();
  }

  private static boolean isAsSoonRefused(Path file, List<String> hidden) {
    List<Long> ofHidden = new ArrayList<>();
    List<Long> ofUnknown = new ArrayList<>();
    try (SqliteStore found = SqliteStore.open(file);
        TestServer second = keyed(found);
        AttackTarget target = new AttackTarget(second.port(), second.channel())) {
      for (int i = 0; i < HIDDEN; i++) {
        ofUnknown.add(target.nanosToFind("01890a5d-ac96-774b-bcce-b302099a80" + (50 + i)));
        ofHidden.add(target.nanosToFind(hidden.get(i)));
      }
    }
    return median(ofHidden) < 2 * median(ofUnknown) + 2_000_000;
  }

  private static long median(List<Long> nanos) {
    return nanos.stream().sorted().toList().get(nanos.size() / 2);
  }

  private static TestServer keyed(SqliteStore store) {
    return TestServer.withPrincipals(
        store, AttackTarget.PRINCIPALS, Map.of("rate_limit_per_second", "0"));
  }

  /** Each kind by its description, with sizes and contents of the seed. */
  @ParameterizedTest
  @EnumSource(Attack.class)
  void an_attack_is_refused_and_what_others_do_goes_on(Attack attack) throws Exception {
    try (LogCapture log = new LogCapture();
        SqliteStore attacked = SqliteStore.open(folder.resolve("attacked.db"));
        TestServer server = keyed(attacked);
        AttackTarget target = new AttackTarget(server.port(), server.channel())) {
      Random random = new Random(seed);
      for (int blow = 0; blow < BLOWS; blow++) {
        strike(attack, target, random);
        MembraneServiceBlockingStub innocent = target.client(AttackTarget.OWNER);
        IngestEventRequest event =
            IngestEventRequest.newBuilder()
                .setSource("a")
                .setEventKind("k")
                .setRef("r")
                .setScope("innocent")
                .build();
        String id = AttackTarget.id(innocent.ingestEvent(event).getRecord());
        assertThat(
                innocent
                    .retrieveByID(RetrieveByIDRequest.newBuilder().setId(id).setTrust(FULL).build())
                    .getRecord()
                    .isEmpty())
            .isFalse();
      }
      assertThat(log.lines()).noneMatch(line -> line.startsWith("ERROR"));
    }
  }

  private static void strike(Attack attack, AttackTarget target, Random random) {
    try {
      attack.strike(target, random);
    } catch (IOException closed) {
      // The server sends the attacker away, which is one way to refuse.
      assertThat(closed).hasMessageMatching("(?i)broken pipe|connection reset.*|.*closed.*");
    }
  }
}
