package dev.membrane.langchain4j;

import dev.membrane.Membrane;
import dev.membrane.client.GrpcSite;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
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
    engine.consolidation().run();
  }

  @AfterEach
  void stop() {
    site.close();
    engine.close();
  }
}
