package dev.membrane.llm;

import dev.membrane.spi.Embedder;
import dev.membrane.tck.EmbedderTck;
import org.junit.jupiter.api.AfterEach;

final class OpenAiEmbedderContractTest extends EmbedderTck {

  private final ScriptedServer server = new ScriptedServer(WordVectors::answer);
  private Embedder embedder;

  @AfterEach
  void close() {
    embedder.close();
    server.close();
  }

  @Override
  protected Embedder openEmbedder() {
    embedder = new Rig(server).with("embedding_dimensions", "64").embedder();
    return embedder;
  }
}
