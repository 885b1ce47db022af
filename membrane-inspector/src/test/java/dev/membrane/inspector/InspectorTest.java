package dev.membrane.inspector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.server.internal.start.Server;
import dev.membrane.spi.Config;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page as the server shows it. */
class InspectorTest {

  private static final Path SOURCES = Path.of("src/main/resources/dev/membrane/inspector/page");
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  @TempDir Path folder;

  @Test
  void the_page_is_shown_without_a_key_under_a_strict_policy() throws Exception {
    try (Server server = started(Map.of("api_key", "a-key-of-some-length"))) {
      HttpResponse<byte[]> page = get(server, "/");
      assertThat(page.statusCode()).isEqualTo(200);
      assertThat(page.headers().firstValue("content-type")).hasValue("text/html; charset=utf-8");
      assertThat(page.headers().firstValue("content-security-policy").orElseThrow())
          .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
          .doesNotContain("unsafe");
      assertThat(page.headers().firstValue("referrer-policy")).hasValue("no-referrer");
      assertThat(get(server, "/v1/records").statusCode()).isEqualTo(401);
    }
  }

  @Test
  void every_file_is_served_as_it_lies_there() throws Exception {
    try (Server server = started(Map.of())) {
      for (String name : sources()) {
        HttpResponse<byte[]> file =
            get(server, name.equals("index.html") ? "/" : "/inspector/" + name);
        assertThat(file.statusCode())
            .as(name + " has to be named in PageFiles.NAMES")
            .isEqualTo(200);
        assertThat(file.body()).as(name).isEqualTo(Files.readAllBytes(SOURCES.resolve(name)));
        assertThat(file.headers().firstValue("content-security-policy")).as(name).isPresent();
      }
      assertThat(PageFiles.NAMES).hasSameElementsAs(sources());
      assertThat(get(server, "/inspector/../../../inspector/PageFiles.class").statusCode())
          .isGreaterThanOrEqualTo(400);
    }
  }

  @Test
  void the_page_can_be_turned_off() throws Exception {
    try (Server server = started(Map.of("plugins.inspector.enabled", "false"))) {
      assertThat(get(server, "/").statusCode()).isEqualTo(404);
      assertThat(get(server, "/v1/records").statusCode()).isEqualTo(200);
    }
  }

  private static List<String> sources() throws IOException {
    try (Stream<Path> files = Files.walk(SOURCES)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> SOURCES.relativize(file).toString().replace('\\', '/'))
          .toList();
    }
  }

  private Server started(Map<String, String> settings) {
    Map<String, JsonValue> values = new HashMap<>();
    values.put("http_addr", new JsonString("127.0.0.1:0"));
    values.put("db_path", new JsonString(folder.resolve("membrane.db").toString()));
    settings.forEach((key, value) -> values.put(key, new JsonString(value)));
    return Server.start(new Config(values));
  }

  private static HttpResponse<byte[]> get(Server server, String path) throws Exception {
    String address = server.summary().replaceFirst("^.*http on ([^,]+),.*$", "$1");
    URI uri = URI.create("http://" + address + path);
    return CLIENT.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofByteArray());
  }
}
