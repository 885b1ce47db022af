package dev.membrane.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.membrane.Caller;
import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.ObservationRequest;
import dev.membrane.PageRequest;
import dev.membrane.ToolOutputRequest;
import dev.membrane.WorkingStateRequest;
import dev.membrane.schema.TaskState;
import dev.membrane.spi.ScopeCount;
import dev.membrane.store.memory.InMemoryStore;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a caller keeps to whose key may do more than they, as in an embedded memory. */
class OneKeyTest {

  private Membrane engine;
  private GrpcSite site;
  private MembraneClient client;

  @BeforeEach
  void open() {
    engine = Membrane.builder().openStore(InMemoryStore::new).backgroundJobs(false).build();
    site = GrpcSite.serving(engine);
    client = site.clientOfOneKey().build();
  }

  @AfterEach
  void close() {
    client.close();
    site.close();
    engine.close();
  }

  /** Each call fails here as it does in the engine. */
  private void assertRefusedAlike(Caller caller, List<Consumer<Membrane>> calls) {
    for (int i = 0; i < calls.size(); i++) {
      Consumer<Membrane> call = calls.get(i);
      Throwable local = catchThrowable(() -> call.accept(engine.as(caller)));
      Throwable remote = catchThrowable(() -> call.accept(client.as(caller)));
      assertThat(local).as("call %s", i).isNotNull();
      assertThat(remote).as("call %s", i).hasSameClassAs(local).hasMessage(local.getMessage());
    }
  }

  private static List<Consumer<Membrane>> writing(IngestOptions options) {
    EventRequest event =
        EventRequest.builder().source("bob").eventKind("note").ref("r").options(options).build();
    return List.of(
        memory -> memory.ingestion().event(event),
        memory ->
            memory
                .ingestion()
                .toolOutput(
                    ToolOutputRequest.builder()
                        .source("bob")
                        .toolName("search")
                        .options(options)
                        .build()),
        memory ->
            memory
                .ingestion()
                .observe(
                    ObservationRequest.builder()
                        .source("bob")
                        .subject("user")
                        .predicate("prefers")
                        .object("Go")
                        .options(options)
                        .build()),
        memory ->
            memory
                .ingestion()
                .workingState(
                    WorkingStateRequest.builder()
                        .source("bob")
                        .threadId("t")
                        .state(TaskState.EXECUTING)
                        .options(options)
                        .build()),
        memory -> memory.ingestion().batch(List.of(event)).get(0).get(),
        memory -> memory.ingestion().allOrNothing(List.of(event)));
  }

  @Test
  void a_caller_of_several_scopes_writes_to_one_of_them() {
    Caller both = Caller.named("bob").in("alpha", "beta");
    assertRefusedAlike(both, writing(IngestOptions.NONE));
    assertRefusedAlike(both, writing(IngestOptions.NONE.scope("gamma")));
    assertRefusedAlike(both, writing(IngestOptions.NONE.unscoped()));
    assertRefusedAlike(Caller.named("bob").in(), writing(IngestOptions.NONE));
    assertThat(client.metrics().totalRecords()).isZero();
    writing(IngestOptions.NONE.scope("beta")).forEach(call -> call.accept(client.as(both)));
    assertThat(client.listing().scopes(PageRequest.FIRST).items())
        .extracting(ScopeCount::scope)
        .containsExactly("beta");
  }
}
