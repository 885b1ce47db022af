package dev.membrane.llm;

import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.spi.Config;
import java.util.Map;
import java.util.TreeMap;

/** An extractor and an embedder of a scripted server, in time that does not pass. */
final class Rig {

  final FakeTime time = new FakeTime();
  final CountingObserver observer = new CountingObserver();
  private final Map<String, JsonValue> settings = new TreeMap<>();

  Rig(ScriptedServer server) {
    for (String prefix : new String[] {"llm_", "embedding_"}) {
      with(prefix + "endpoint", server.url());
      with(prefix + "model", "small");
      with(prefix + "api_key", ScriptedServer.KEY);
      with(prefix + "timeout", "20s");
    }
    with("embedding_dimensions", "16");
  }

  Rig with(String key, String value) {
    settings.put(key, new JsonString(value));
    return this;
  }

  Config config() {
    return new Config(settings);
  }

  private CallContext surroundings() {
    return new CallContext(observer, time, time, () -> 0.5);
  }

  OpenAiExtractor extractor() {
    return new OpenAiExtractor(ChatConfig.from(config()), surroundings());
  }

  OpenAiEmbedder embedder() {
    return new OpenAiEmbedder(EmbeddingConfig.from(config()), surroundings());
  }
}
