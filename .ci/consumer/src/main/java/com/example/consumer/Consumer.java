package com.example.consumer;

import dev.membrane.embedder.onnx.OnnxEmbedder;
import dev.membrane.examples.embedded.Embedded;

/** Remembers something, and has the runtime of this platform embed something. */
public final class Consumer {

  private Consumer() {}

  /** Takes no arguments. */
  public static void main(String... arguments) {
    Embedded.main("memory.db");
    try (OnnxEmbedder embedder = new OnnxEmbedder()) {
      System.out.println("dimensions: " + embedder.embedQuery("green tea").length);
    }
  }
}
