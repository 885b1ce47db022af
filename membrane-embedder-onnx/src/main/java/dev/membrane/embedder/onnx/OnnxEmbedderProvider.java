package dev.membrane.embedder.onnx;

import dev.membrane.spi.EmbedderProvider;
import dev.membrane.spi.PluginContext;

/** Makes the embedder of {@code embedder: onnx}. There is nothing to set. */
public final class OnnxEmbedderProvider implements EmbedderProvider {

  /** For {@link java.util.ServiceLoader}. */
  public OnnxEmbedderProvider() {}

  @Override
  public String name() {
    return "onnx";
  }

  @Override
  public OnnxEmbedder create(PluginContext context) {
    return new OnnxEmbedder();
  }
}
