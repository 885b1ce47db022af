package dev.membrane.server.internal.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.server.internal.start.Server;
import dev.membrane.spi.Config;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What an operator is told of the folder of the database. */
class FolderNoticesTest {

  @RegisterExtension final LoggedWarnings logged = new LoggedWarnings("dev.membrane.store");

  @TempDir private Path folder;

  @Test
  void that_everybody_may_write_to_it_is_told_once_at_each_start() throws Exception {
    Path database = folder.resolve("m.db");
    try (Server server = Server.start(config(database))) {
      assertThat(server.summary()).contains("m.db");
    }
    assertThat(warnings()).isEmpty();

    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    String told = database + ": every user of this machine may write to the folder of the database";
    for (int start = 1; start <= 2; start++) {
      try (Server server = Server.start(config(database))) {
        server.reload(config(database));
      }
      assertThat(warnings()).hasSize(start).containsOnly(told);
    }
  }

  private List<String> warnings() {
    return logged.about("may write to");
  }

  private static Config config(Path database) {
    Map<String, JsonValue> values =
        Map.of(
            "db_path", new JsonString(database.toString()),
            "listen_addr", new JsonString("127.0.0.1:0"),
            "http_addr", new JsonString("127.0.0.1:0"));
    return new Config(values);
  }
}
