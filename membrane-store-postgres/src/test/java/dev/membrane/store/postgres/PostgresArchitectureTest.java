package dev.membrane.store.postgres;

import dev.membrane.tck.ArchitectureTck;

final class PostgresArchitectureTest extends ArchitectureTck {

  PostgresArchitectureTest() {
    super("dev.membrane.store.postgres", 30);
  }
}
