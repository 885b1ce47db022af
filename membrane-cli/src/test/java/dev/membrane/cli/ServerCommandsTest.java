package dev.membrane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.membrane.server.local.DatabaseFiles;
import dev.membrane.server.local.ServerFile;
import dev.membrane.spi.Config;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which server is asked, with which key, and what is said where there is none. */
class ServerCommandsTest extends CommandScenes {

  @Test
  void a_server_with_keys_is_asked_with_the_clients_own() {
    serve(true, "api_key", KEY);
    shell.with("api_key", KEY);

    assertThat(shell.refusal("list")).contains("an api key is required", "MEMBRANE_CLIENT_KEY");
    assertThat(shell.holding("another-key-of-that-length").refusal("list"))
        .startsWith("unknown api key");
    assertThat(shell.holding(KEY).json("list").path("records")).isEmpty();
  }

  @Test
  void an_import_without_the_key_is_refused_in_one_line_that_blames_no_record() throws IOException {
    serve(true, "api_key", KEY);
    shell.with("api_key", KEY);
    String line = "{\"type\":\"entity\",\"name\":\"E%s\",\"entityType\":\"e\"}\n";
    Path file = folder.resolve("memory.jsonl");
    for (int i = 0; i < 501; i++) {
      Files.writeString(
          file, line.formatted(i), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    assertThat(shell.refusal("import-mcp-memory", file.toString()))
        .startsWith("an api key is required: the variable MEMBRANE_CLIENT_KEY holds the key")
        .endsWith(
            "; this run took 0 records, and the command may be run again: it takes none twice");
    assertThat(shell.said()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {KEY + "\n", KEY + "\r\n", "\t" + KEY, KEY + "\u00fc"})
  void a_key_that_no_header_can_carry_is_refused_and_not_shown(String key) {
    serve(true, "api_key", KEY);
    shell.with("api_key", KEY);

    assertThat(shell.holding(key).refusal("list"))
        .isEqualTo(
            "the variable MEMBRANE_CLIENT_KEY has characters that no header can carry,"
                + " such as the end of a line");
  }

  @Test
  void what_is_no_membraned_is_said_to_be_none() throws IOException {
    AtomicInteger calls = new AtomicInteger();
    HttpServer other =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    other.createContext(
        "/",
        exchange -> {
          calls.incrementAndGet();
          exchange.sendResponseHeaders(200, 2);
          exchange.getResponseBody().write(new byte[] {'h', 'i'});
          exchange.close();
        });
    other.start();
    try {
      shell.with("http_addr", "127.0.0.1:" + other.getAddress().getPort());
      assertThat(shell.refusal("list")).contains("is no membraned (status 200)");
      calls.set(0);
      shell.typing(fact(1, "1") + "\n" + fact(2, "2"));
      assertThat(shell.refusal("ingest", "-"))
          .startsWith("lines 1 to 2: ")
          .contains("is no membraned (status 200)");
      assertThat(calls).as("what may have been stored is not sent again").hasValue(1);
    } finally {
      other.stop(0);
    }
  }

  @Test
  void a_server_is_asked_wherever_it_listens() {
    serve(true, "http_hosts", "0.0.0.0");
    Matcher address = HTTP.matcher(server.summary());
    assertThat(address.find()).isTrue();
    String port = address.group(1).substring(address.group(1).indexOf(':') + 1);
    shell.with("db_path", folder.resolve("elsewhere.db").toString());
    shell.with("http_addr", "0.0.0.0:" + port);

    assertThat(
            shell
                .json("remember", "user", "likes", "tea", "--scope", "acme")
                .path("result")
                .asText())
        .isEqualTo("created");
    assertThat(folder.resolve("elsewhere.db")).doesNotExist();
  }

  /** As by hand in a folder whose database another server serves. */
  @Test
  void a_server_that_the_environment_names_is_asked_before_that_of_the_database()
      throws IOException {
    serve(true);
    Matcher address = HTTP.matcher(server.summary());
    assertThat(address.find()).isTrue();
    serves(folder.resolve("here.db"), "127.0.0.1:1");
    shell.with("db_path", folder.resolve("here.db").toString()).asking(address.group(1));

    assertThat(shell.json("remember", "user", "likes", "tea").path("result").asText())
        .isEqualTo("created");
    shell.with("db_path", folder.resolve("m.db").toString());
    assertThat(shell.json("stats").path("total_records").asLong()).isEqualTo(1);
  }

  @Test
  void a_server_that_the_environment_names_is_not_replaced_by_that_of_the_database()
      throws IOException {
    serves(folder.resolve("m.db"), "127.0.0.1:2");
    shell.asking("127.0.0.1:1");

    assertThat(shell.refusal("list"))
        .isEqualTo(
            "no server answers on 127.0.0.1:1; that of the database is on 127.0.0.1:2:"
                + " correct MEMBRANE_HTTP_ADDR, or name the database with --db");
  }

  private static void serves(Path database, String address) throws IOException {
    DatabaseFiles files = new DatabaseFiles(database);
    ServerFile.ofThisProcess(address, new Config(Map.of()), files).write(files.server());
  }

  @Test
  void who_must_have_the_store_alone_is_told_of_the_server_that_has_it() throws IOException {
    serve(true);
    serves(folder.resolve("m.db"), "127.0.0.1:2");
    String opened = folder.toRealPath().resolve("m.db") + ": this process has it open already";

    assertThat(shell.refusal("erase", "--subject", "Ann"))
        .isEqualTo(
            opened
                + "; it is the server on 127.0.0.1:2:"
                + " erase there by POST /v1/erase, or by the call Erase");
    assertThat(shell.refusal("verify-audit", "--rebuild"))
        .isEqualTo(
            opened + "; it is the server on 127.0.0.1:2: stop it, and start it again afterwards");
  }

  @Test
  void an_address_to_listen_on_is_none_to_ask() {
    serve(true);

    assertThat(shell.given("--addr", "127.0.0.1:9820").refusal("list"))
        .isEqualTo(
            "--addr is where a server listens for gRPC; MEMBRANE_HTTP_ADDR names the server that a"
                + " command asks, and --db a database");
  }

  @Test
  void a_file_that_a_server_serves_elsewhere_is_left_alone() {
    serve(true);
    shell.with("http_addr", "127.0.0.1:0");

    assertThat(shell.refusal("list")).contains("m.db");
  }
}
