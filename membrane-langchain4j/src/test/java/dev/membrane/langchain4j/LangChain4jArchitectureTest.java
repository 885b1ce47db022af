package dev.membrane.langchain4j;

import dev.membrane.tck.ArchitectureTck;

final class LangChain4jArchitectureTest extends ArchitectureTck {

  LangChain4jArchitectureTest() {
    super("dev.membrane.langchain4j", 15);
  }
}
