package dev.membrane.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.invocation.InvocationParameters;
import dev.langchain4j.service.AiServices;
import dev.membrane.Membrane;
import dev.membrane.RetrieveEpisodeAnswer;
import dev.membrane.RetrieveEpisodeRequest;
import dev.membrane.client.GrpcSite;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.SemanticPayload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a memory on a server. */
class RemoteAgentTest extends AgentContract {

  @TempDir Path folder;
  private Membrane engine;
  private GrpcSite site;

  @Override
  Membrane openMembrane() {
    engine = EmbeddedSite.open(folder);
    site = GrpcSite.serving(engine);
    return site.client().build();
  }

  @Override
  void consolidate() {
    engine.maintenance().consolidate();
  }

  /** Lets the server go down while the run goes on. */
  static final class Restart {

    private final GrpcSite site;
    private final CompletableFuture<Void> done = new CompletableFuture<>();

    Restart(GrpcSite site) {
      this.site = site;
    }

    @Tool("Restarts the server.")
    String restart() {
      new Thread(
              () -> {
                try {
                  site.restartAfter(1_000);
                  done.complete(null);
                } catch (IOException | InterruptedException | RuntimeException failed) {
                  done.completeExceptionally(failed);
                }
              })
          .start();
      return "begun";
    }
  }

  @Test
  void a_restart_of_the_server_during_a_run_costs_nothing_of_it() throws Exception {
    Script model =
        new Script()
            .calls("restart", "{}")
            .calls("remember", "{\"subject\":\"a\",\"predicate\":\"b\",\"object\":\"c\"}")
            .says("done");
    Restart restart = new Restart(site);
    Agent agent =
        AiServices.builder(Agent.class)
            .chatModel(model)
            .tools(restart)
            .toolProvider(MembraneTools.of(this::access))
            .registerListeners(RunRecorder.of(this::access).listeners())
            .build();
    InvocationParameters parameters = as(APP);
    memory.check();
    agent.chat("restart it", parameters);
    restart.done.get();
    AgentRun run = AgentRun.of(parameters).orElseThrow();
    RetrieveEpisodeAnswer episode = memory.retrieval().episode(RetrieveEpisodeRequest.of(run.id()));
    assertThat(episode.events()).hasSize(3);
    assertThat(episode.outcome()).isEqualTo(OutcomeStatus.SUCCESS);
    assertThat(memory.retrieval().retrieve("a b c").records())
        .filteredOn(record -> record.payload() instanceof SemanticPayload)
        .hasSize(1);
  }

  @AfterEach
  void stop() {
    site.close();
    engine.close();
  }
}
