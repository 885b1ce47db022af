package dev.membrane.store.sqlite;

import dev.membrane.tck.ArchitectureTck;

final class SqliteArchitectureTest extends ArchitectureTck {

  SqliteArchitectureTest() {
    super("dev.membrane.store.sqlite", 40);
  }
}
