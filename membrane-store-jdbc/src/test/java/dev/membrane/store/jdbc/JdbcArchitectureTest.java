package dev.membrane.store.jdbc;

import dev.membrane.tck.ArchitectureTck;

final class JdbcArchitectureTest extends ArchitectureTck {

  JdbcArchitectureTest() {
    super("dev.membrane.store.jdbc", 40);
  }
}
