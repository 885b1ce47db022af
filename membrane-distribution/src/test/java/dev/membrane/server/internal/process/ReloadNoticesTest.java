package dev.membrane.server.internal.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.server.internal.start.Server;
import dev.membrane.spi.Config;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What an operator is told of a changed configuration that a running server reads. */
class ReloadNoticesTest {

  @RegisterExtension final LoggedWarnings logged = new LoggedWarnings("dev.membrane.server");

  @TempDir private Path folder;

  @Test
  void settings_that_wait_for_a_restart_are_named_and_keys_are_used() {
    try (Server server = Server.start(config("api_key", "a-key-of-some-length"))) {
      server.reload(config("api_key", "another-key-of-some-length"));
      assertThat(told()).isEmpty();
      server.reload(
          config(
              "api_key", "another-key-of-some-length",
              "rate_limit_per_second", "7",
              "decay_interval", "5m"));
      assertThat(told())
          .containsExactly(
              "changed, and used after a restart only: decay_interval, rate_limit_per_second");
    }
  }

  private List<String> told() {
    return logged.about("after a restart");
  }

  private Config config(String... keysAndValues) {
    Map<String, JsonValue> values = new HashMap<>();
    values.put("db_path", new JsonString(folder.resolve("m.db").toString()));
    values.put("listen_addr", new JsonString("127.0.0.1:0"));
    values.put("http_addr", new JsonString("127.0.0.1:0"));
    for (int i = 0; i < keysAndValues.length; i += 2) {
      values.put(keysAndValues[i], new JsonString(keysAndValues[i + 1]));
    }
    return new Config(values);
  }
}
