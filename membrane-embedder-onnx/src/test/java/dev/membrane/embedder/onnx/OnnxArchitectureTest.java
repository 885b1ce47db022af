package dev.membrane.embedder.onnx;

import dev.membrane.tck.ArchitectureTck;

final class OnnxArchitectureTest extends ArchitectureTck {

  OnnxArchitectureTest() {
    super("dev.membrane.embedder.onnx", 6);
  }
}
