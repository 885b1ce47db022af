package dev.membrane.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.service.AiServices;
import dev.membrane.Caller;
import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.ObservationRequest;
import dev.membrane.Permission;
import dev.membrane.schema.JsonString;
import dev.membrane.store.memory.InMemoryStore;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ForgetDryRunTest {

  private static final Caller WRITER =
      Caller.named("app")
          .in("project")
          .permitted(Set.of(Permission.INGEST, Permission.RETRIEVE, Permission.REVISE));

  @Test
  void refuses_what_the_caller_may_not_delete() {
    try (Membrane memory =
        Membrane.builder().openStore(InMemoryStore::new).backgroundJobs(false).build()) {
      String dry = "{\"id\":\"" + ofEverybody(memory) + "\",\"reason\":\"asked\"}";
      String real = dry.replace("}", ",\"dry_run\":false}");
      Script model = new Script().calls("forget", dry).calls("forget", real).says("no");
      AiServices.builder(AgentScenes.Agent.class)
          .chatModel(model)
          .toolProvider(MembraneTools.of(invocation -> MemoryAccess.of(memory, invocation)))
          .build()
          .chat("forget it", AgentScenes.as(WRITER));

      assertThat(model.results().get(1)).doesNotStartWith("deleted");
      assertThat(model.results().get(0)).isEqualTo(model.results().get(1));
    }
  }

  private static String ofEverybody(Memory memory) {
    return memory
        .ingestion()
        .observe(
            ObservationRequest.builder()
                .source("ops")
                .subject("the office")
                .predicate("closes at")
                .object(new JsonString("six"))
                .options(IngestOptions.NONE.unscoped())
                .build())
        .id();
  }
}
