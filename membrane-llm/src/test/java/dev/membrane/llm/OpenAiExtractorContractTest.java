package dev.membrane.llm;

import dev.membrane.spi.Extractor;
import dev.membrane.tck.RemoteExtractorTck;
import org.junit.jupiter.api.AfterEach;

final class OpenAiExtractorContractTest extends RemoteExtractorTck {

  private final ScriptedServer server = new ScriptedServer(SimpleModel::answer);
  private final ScriptedServer overloaded = new ScriptedServer(body -> ScriptedServer.status(503));
  private final ScriptedServer refusing = new ScriptedServer(body -> ScriptedServer.status(401));

  @AfterEach
  void close() {
    server.close();
    overloaded.close();
    refusing.close();
  }

  @Override
  protected Extractor openExtractor() {
    return new Rig(server).extractor();
  }

  @Override
  protected Extractor openUnreachable() {
    return new Rig(overloaded).extractor();
  }

  @Override
  protected Extractor openRefused() {
    return new Rig(refusing).extractor();
  }
}
