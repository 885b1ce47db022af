package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.grpc.v1.IngestBatchRequest;
import dev.membrane.grpc.v1.IngestEventRequest;
import dev.membrane.grpc.v1.IngestItem;
import dev.membrane.grpc.v1.IngestItemResponse;
import dev.membrane.grpc.v1.MembraneServiceGrpc;
import dev.membrane.grpc.v1.RetrieveEpisodeRequest;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class IngestStreamRpcTest {

  private TestServer server;

  @BeforeEach
  void start() {
    server = TestServer.start();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  /** What one stream is answered. */
  private static final class Answers implements StreamObserver<IngestItemResponse> {

    private final List<IngestItemResponse> items = new CopyOnWriteArrayList<>();
    private final CompletableFuture<Status> end = new CompletableFuture<>();
    private final CompletableFuture<Void> first = new CompletableFuture<>();

    @Override
    public void onNext(IngestItemResponse answer) {
      items.add(answer);
      first.complete(null);
    }

    @Override
    public void onError(Throwable failure) {
      end.complete(Status.fromThrowable(failure));
    }

    @Override
    public void onCompleted() {
      end.complete(Status.OK);
    }

    Status end() throws Exception {
      return end.get(5, TimeUnit.MINUTES);
    }
  }

  private static IngestItem turn(String ref) {
    return IngestItem.newBuilder()
        .setEvent(
            IngestEventRequest.newBuilder()
                .setSource("ann")
                .setEventKind("note")
                .setRef(ref)
                .setEpisode("chat"))
        .build();
  }

  private static IngestItem turn(String ref, String key) {
    IngestItem.Builder item = turn(ref).toBuilder();
    item.getEventBuilder().setIdempotencyKey(key);
    return item.build();
  }

  private StreamObserver<IngestItem> stream(Answers answers) {
    return MembraneServiceGrpc.newStub(server.channel()).ingestStream(answers);
  }

  @Test
  void a_stream_without_items_ends_well() throws Exception {
    Answers answers = new Answers();
    stream(answers).onCompleted();
    assertThat(answers.end()).isEqualTo(Status.OK);
    assertThat(answers.items).isEmpty();
  }

  @Test
  void a_stream_is_refused_before_it_begins_to_who_may_not_ingest() throws Exception {
    String principals =
        """
        [{"name": "visitor", "api_key_sha256": "%s", "max_sensitivity": "low",
          "permissions": ["retrieve"]}]
        """
            .formatted(Digest.of("visitor-key"));
    try (TestServer keyed = TestServer.withPrincipals(principals, Map.of())) {
      Answers answers = new Answers();
      MembraneServiceGrpc.newStub(keyed.channel())
          .withCallCredentials(BearerToken.of("visitor-key"))
          .ingestStream(answers)
          .onCompleted();
      assertThat(answers.end().getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
      assertThat(answers.end().getDescription()).isEqualTo("ingesting needs the permission ingest");
    }
  }

  @Test
  void a_faulty_item_is_answered_with_its_error_and_the_stream_goes_on() throws Exception {
    Answers answers = new Answers();
    StreamObserver<IngestItem> items = stream(answers);
    items.onNext(turn("r"));
    items.onNext(turn(""));
    items.onNext(IngestItem.getDefaultInstance());
    items.onNext(turn("x".repeat(100_001)));
    items.onNext(turn("r"));
    items.onCompleted();
    assertThat(answers.end()).isEqualTo(Status.OK);
    assertThat(answers.items)
        .extracting(IngestItemResponse::getNumber)
        .containsExactly(0L, 1L, 2L, 3L, 4L);
    assertThat(answers.items)
        .extracting(one -> one.hasError() ? one.getError().getCode() : one.getAnswer().getResult())
        .containsExactly(
            "created", "INVALID_ARGUMENT", "INVALID_ARGUMENT", "INVALID_ARGUMENT", "appended");
    assertThat(answers.items.get(1).getError().getField()).isEqualTo("ref");
  }

  @Test
  void an_item_that_cannot_be_taken_ends_the_stream_and_the_rest_may_be_sent_again()
      throws Exception {
    byte[] item = turn("r", "key").toByteArray();
    byte[] large = turn("x".repeat(24 << 20), "large").toByteArray();
    assertThat(endAfter(item, large)).isEqualTo(Status.Code.CANCELLED);
    assertThat(endAfter(item, new byte[] {-1})).isEqualTo(Status.Code.INVALID_ARGUMENT);
    Answers answers = new Answers();
    StreamObserver<IngestItem> again = stream(answers);
    again.onNext(turn("r", "key"));
    again.onCompleted();
    assertThat(answers.end()).isEqualTo(Status.OK);
    RetrieveEpisodeRequest chat = RetrieveEpisodeRequest.newBuilder().setEpisode("chat").build();
    assertThat(server.client().retrieveEpisode(chat).getEventsList()).hasSize(1);
  }

  /** How the stream ends for an item that follows the answer to another. */
  private Status.Code endAfter(byte[] first, byte[] second) throws Exception {
    CompletableFuture<Void> answered = new CompletableFuture<>();
    CompletableFuture<Status> end = new CompletableFuture<>();
    var method =
        RawClient.method(
            MembraneServiceGrpc.getIngestStreamMethod().getFullMethodName(),
            MethodType.BIDI_STREAMING);
    StreamObserver<byte[]> raw =
        ClientCalls.asyncBidiStreamingCall(
            server.channel().newCall(method, CallOptions.DEFAULT),
            new StreamObserver<>() {
              @Override
              public void onNext(byte[] answer) {
                answered.complete(null);
              }

              @Override
              public void onError(Throwable failure) {
                end.complete(Status.fromThrowable(failure));
              }

              @Override
              public void onCompleted() {
                end.complete(Status.OK);
              }
            });
    raw.onNext(first);
    answered.get(5, TimeUnit.MINUTES);
    raw.onNext(second);
    return end.get(5, TimeUnit.MINUTES).getCode();
  }

  @Test
  void a_stopping_server_answers_what_it_has_and_says_so() throws Exception {
    Answers answers = new Answers();
    StreamObserver<IngestItem> items = stream(answers);
    items.onNext(turn("r"));
    answers.first.get(5, TimeUnit.MINUTES);
    server.stopServing();
    assertThat(answers.end().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
    assertThat(answers.items).hasSize(1);
  }

  @Test
  void streams_of_one_caller_keep_no_other_out() throws Exception {
    String principals =
        """
        [{"name": "greedy", "api_key_sha256": "%s", "max_sensitivity": "low",
          "permissions": ["ingest"]},
         {"name": "other", "api_key_sha256": "%s", "max_sensitivity": "low",
          "permissions": ["ingest"]}]
        """
            .formatted(Digest.of("greedy-key"), Digest.of("other-key"));
    try (TestServer keyed =
        TestServer.withPrincipals(principals, Map.of("rate_limit_per_second", "0"))) {
      List<Answers> greedy = new ArrayList<>();
      // A connection takes 256 calls.
      ManagedChannel full = keyed.channel();
      for (int i = 0; i < 256; i++) {
        greedy.add(answered(full, "greedy-key"));
      }
      ManagedChannel free = keyed.channel();
      Answers refused = new Answers();
      MembraneServiceGrpc.newStub(free)
          .withCallCredentials(BearerToken.of("greedy-key"))
          .ingestStream(refused);
      assertThat(refused.end().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
      assertThat(refused.end().getDescription())
          .isEqualTo("too many streams at once, try again later");
      answered(free, "other-key");
      assertThat(greedy).noneMatch(one -> one.end.isDone());
    }
  }

  /** A stream that stays open. */
  private static Answers answered(ManagedChannel channel, String key) throws Exception {
    Answers answers = new Answers();
    MembraneServiceGrpc.newStub(channel)
        .withCallCredentials(BearerToken.of(key))
        .ingestStream(answers)
        .onNext(turn("r"));
    CompletableFuture.anyOf(answers.first, answers.end).get(5, TimeUnit.MINUTES);
    assertThat(answers.end.isDone()).isFalse();
    return answers;
  }

  @Test
  void a_revoked_key_ends_its_stream_though_nothing_is_sent() throws Exception {
    try (TestServer keyed = TestServer.start(Map.of("api_key", "a-long-enough-secret"))) {
      Answers answers = new Answers();
      StreamObserver<IngestItem> items =
          MembraneServiceGrpc.newStub(keyed.channel())
              .withCallCredentials(BearerToken.of("a-long-enough-secret"))
              .ingestStream(answers);
      items.onNext(turn("r"));
      answers.first.get(5, TimeUnit.MINUTES);
      keyed.changeKey("another-long-secret");
      assertThat(answers.end().getCode()).isEqualTo(Status.Code.UNAUTHENTICATED);
      assertThat(answers.items).hasSize(1);
    }
  }

  @Test
  void what_waits_to_be_stored_when_its_key_is_revoked_is_not_stored() throws Exception {
    HookedStore store = new HookedStore();
    try (TestServer keyed = TestServer.start(store, Map.of("api_key", "a-long-enough-secret"))) {
      store.beforeFind(() -> keyed.changeKey("another-long-secret"));
      Answers answers = new Answers();
      StreamObserver<IngestItem> items =
          MembraneServiceGrpc.newStub(keyed.channel())
              .withCallCredentials(BearerToken.of("a-long-enough-secret"))
              .ingestStream(answers);
      items.onNext(turn("r", "key"));
      assertThat(answers.end().getCode()).isEqualTo(Status.Code.UNAUTHENTICATED);
      assertThat(answers.end().getDescription()).isEqualTo("unknown api key");
      assertThat(answers.items).isEmpty();
      assertThat(keyed.engine().metrics().totalRecords()).isZero();
    }
  }

  @Test
  void thousands_of_abandoned_streams_leave_the_server_as_it_was() throws Exception {
    var client = MembraneServiceGrpc.newStub(server.channel());
    for (int i = 0; i < 900; i++) {
      StreamObserver<IngestItem> items = client.ingestStream(new Answers());
      items.onNext(turn("r"));
      items.onError(Status.CANCELLED.asRuntimeException());
    }
    Answers answers = new Answers();
    StreamObserver<IngestItem> items = stream(answers);
    items.onNext(turn("r"));
    items.onCompleted();
    assertThat(answers.end()).isEqualTo(Status.OK);
  }

  @Test
  void a_batch_has_at_most_a_thousand_items() {
    IngestBatchRequest.Builder many = IngestBatchRequest.newBuilder();
    for (int i = 0; i <= 1_000; i++) {
      many.addItems(turn("r"));
    }
    assertThatThrownBy(() -> server.client().ingestBatch(many.build()))
        .isInstanceOf(StatusRuntimeException.class)
        .hasMessage("INVALID_ARGUMENT: items exceeds maximum of 1000 items");
    assertThat(server.client().ingestBatch(IngestBatchRequest.getDefaultInstance()).getItemsList())
        .isEmpty();
  }

  @Test
  void an_item_with_a_number_without_end_is_refused_by_itself() {
    String data = "1".repeat(2_000);
    IngestItem.Builder faulty = turn("r").toBuilder();
    faulty.getEventBuilder().setData(data);
    IngestBatchRequest batch =
        IngestBatchRequest.newBuilder().addItems(faulty).addItems(turn("r")).build();
    List<IngestItemResponse> answers = server.client().ingestBatch(batch).getItemsList();
    assertThat(answers.get(0).getError().getCode()).isEqualTo("INVALID_ARGUMENT");
    assertThat(answers.get(1).getAnswer().getResult()).isEqualTo("created");
  }

  @Test
  void the_records_of_a_large_batch_fit_into_an_answer() {
    String quotes = "\"\n".repeat(12_000);
    IngestBatchRequest.Builder batch = IngestBatchRequest.newBuilder();
    for (int i = 0; i < 550; i++) {
      IngestItem.Builder item = turn("r").toBuilder();
      item.getEventBuilder().setSummary(quotes);
      batch.addItems(item);
    }
    List<IngestItemResponse> answers = server.client().ingestBatch(batch.build()).getItemsList();
    assertThat(answers)
        .hasSize(550)
        .allMatch(item -> item.getAnswer().getResult().equals("created"));
    assertThat(answers.stream().mapToLong(item -> item.getAnswer().getRecord().size()).sum())
        .isBetween(16L << 20, 17L << 20);
    String last = answers.get(549).getAnswer().getRecord().toStringUtf8();
    assertThat(last).contains("\"id\"").doesNotContain("payload").hasSizeLessThan(1_000);
  }
}
