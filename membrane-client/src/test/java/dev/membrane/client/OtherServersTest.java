package dev.membrane.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.Caller;
import dev.membrane.ClosedException;
import dev.membrane.FailedPreconditionException;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceImplBase;
import dev.membrane.grpc.v1.ReinforceRequest;
import dev.membrane.grpc.v1.ReinforceResponse;
import dev.membrane.grpc.v1.ReplayRetrievalRequest;
import dev.membrane.grpc.v1.ReplayRetrievalResponse;
import dev.membrane.schema.MembraneException;
import io.grpc.Grpc;
import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What a client makes of servers that are newer, have no keys, or do by themselves what is asked.
 */
class OtherServersTest extends ClientScenes {

  private static final String NOON = "2026-01-02T12:00:00Z";

  @Test
  void a_server_without_keys_is_told_by_whom_a_change_is() throws IOException {
    List<String> actors = new ArrayList<>();
    Server open =
        Grpc.newServerBuilderForPort(0, InsecureServerCredentials.create())
            .addService(
                new MembraneServiceImplBase() {
                  @Override
                  public void reinforce(
                      ReinforceRequest request, StreamObserver<ReinforceResponse> response) {
                    actors.add(request.getActor());
                    response.onNext(ReinforceResponse.getDefaultInstance());
                    response.onCompleted();
                  }
                })
            .build()
            .start();
    try (MembraneClient asking =
        MembraneClient.builder("127.0.0.1:" + open.getPort()).keys(caller -> "").build()) {
      asking.revision().reinforce("id", "");
      for (Caller caller :
          List.of(
              Caller.named("bob"),
              Caller.named("bob").actingFor("carl"),
              Caller.ANONYMOUS.actingFor("carl"))) {
        asking.as(caller).revision().reinforce("id", "");
      }
      assertThat(actors).containsExactly("", "bob", "bob", "carl");
    } finally {
      open.shutdownNow();
    }
  }

  @Test
  void what_a_newer_server_says_of_a_receipt_may_be_unknown() throws IOException {
    ReplayRetrievalResponse.Builder view = ReplayRetrievalResponse.newBuilder().setAt(NOON);
    view.getRequestBuilder().setView("hologram").getTrustBuilder().setMaxSensitivity("low");
    ReplayRetrievalResponse.Builder difference = ReplayRetrievalResponse.newBuilder().setAt(NOON);
    difference.getRequestBuilder().getTrustBuilder().setMaxSensitivity("low");
    difference.addRecordsBuilder().setDifference("hologram");
    assertUnknown(view, "view");
    assertUnknown(difference, "difference");
  }

  private static void assertUnknown(ReplayRetrievalResponse.Builder answer, String field)
      throws IOException {
    Server newer =
        Grpc.newServerBuilderForPort(0, InsecureServerCredentials.create())
            .addService(
                new MembraneServiceImplBase() {
                  @Override
                  public void replayRetrieval(
                      ReplayRetrievalRequest request,
                      StreamObserver<ReplayRetrievalResponse> response) {
                    response.onNext(answer.build());
                    response.onCompleted();
                  }
                })
            .build()
            .start();
    try (MembraneClient asking = MembraneClient.connect("127.0.0.1:" + newer.getPort())) {
      assertThatThrownBy(() -> asking.retrieval().replay("receipt"))
          .isInstanceOf(MembraneException.class)
          .hasMessageContainingAll(field, "hologram");
    } finally {
      newer.shutdownNow();
    }
  }

  @Test
  void what_a_server_does_by_itself_is_refused_here() {
    assertThatThrownBy(() -> client.maintenance().prune())
        .isInstanceOf(FailedPreconditionException.class);
    client.close();
    assertThatThrownBy(() -> client.maintenance().embed()).isInstanceOf(ClosedException.class);
  }
}
