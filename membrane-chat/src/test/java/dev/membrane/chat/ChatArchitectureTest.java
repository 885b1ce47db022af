package dev.membrane.chat;

import dev.membrane.tck.ArchitectureTck;

final class ChatArchitectureTest extends ArchitectureTck {

  ChatArchitectureTest() {
    super("dev.membrane.chat", 8);
  }
}
