package dev.membrane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.server.internal.start.Server;
import dev.membrane.spi.Config;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A memory in a file of its own, with and without a server that has it. */
abstract class CommandScenes {

  static final String KEY = "a-key-of-some-length";

  static final String KEY_SHA256 =
      "7602afe257e4bd460fcbc16b78c16d0822834244638fbee1d489cdaed5b179d3";

  static final Pattern HTTP = Pattern.compile("http on (127\\.0\\.0\\.1:\\d+)");

  @TempDir Path folder;

  final Shell shell = new Shell();

  Server server;

  @BeforeEach
  void nobody_serves() {
    shell.with("db_path", folder.resolve("m.db").toString()).with("http_addr", "127.0.0.1:0");
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  void serve(boolean isServed, String... keysAndValues) {
    if (!isServed) {
      return;
    }
    Map<String, JsonValue> settings = new HashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      settings.put(keysAndValues[i], new JsonString(keysAndValues[i + 1]));
    }
    serve(settings);
  }

  void serve(Map<String, JsonValue> settings) {
    settings.put("db_path", new JsonString(folder.resolve("m.db").toString()));
    settings.put("http_addr", new JsonString("127.0.0.1:0"));
    server = Server.start(new Config(settings));
    Matcher address = HTTP.matcher(server.summary());
    assertThat(address.find()).isTrue();
    shell.with("http_addr", address.group(1));
  }

  static String fact(int number, String object) {
    return "{\"observation\":{\"source\":\"me\",\"subject\":\"s%s\",\"predicate\":\"is\",\"object\":%s,"
            .formatted(number, object)
        + "\"if_known\":\"new\"}}";
  }
}
