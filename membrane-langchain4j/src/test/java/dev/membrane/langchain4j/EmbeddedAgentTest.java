package dev.membrane.langchain4j;

import dev.membrane.Membrane;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** On a memory in the own process. */
class EmbeddedAgentTest extends AgentContract {

  @TempDir Path folder;

  @Override
  Membrane openMembrane() {
    return EmbeddedSite.open(folder);
  }

  @Override
  void consolidate() {
    all.maintenance().consolidate();
  }
}
