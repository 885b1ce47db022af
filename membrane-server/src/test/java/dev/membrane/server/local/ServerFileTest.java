package dev.membrane.server.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.membrane.schema.JsonValue;
import dev.membrane.server.StartException;
import dev.membrane.server.command.HttpCaller;
import dev.membrane.spi.Config;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ServerFileTest {

  @TempDir Path folder;

  private ServerFile own;

  @BeforeEach
  void serve() throws IOException {
    own = of("127.0.0.1:4711", "");
  }

  @Test
  void a_folder_that_is_missing_is_named_and_how_to_name_another() {
    DatabaseFiles files = new DatabaseFiles(folder.resolve("none/a.db"));
    StartException told = files.unusable(new NoSuchFileException("none/a.db-starting"));
    assertThat(told.faults())
        .containsExactly(
            "the folder "
                + folder.resolve("none")
                + " does not exist; --db names another database");
    StartException closed = files.unusable(new AccessDeniedException("a.db-starting"));
    assertThat(closed.faults().get(0))
        .contains("cannot be read and written")
        .doesNotContain("Exception");
  }

  private ServerFile of(String address, String key) throws IOException {
    Path database = folder.resolve("a.db");
    Config config = new Config(Map.of("api_key", JsonValue.of(key)));
    return ServerFile.ofThisProcess(address, config, files(database));
  }

  private DatabaseFiles files(Path database) {
    Map<String, JsonValue> settings =
        Map.of(
            "backend", JsonValue.of("memory"),
            "plugins.memory.file", JsonValue.of(database.toString()));
    return DatabaseFiles.of(new Config(settings)).orElseThrow();
  }

  @Test
  void nothing_is_left_of_what_cannot_be_put_in_its_place() throws IOException {
    Path place = folder.resolve("a.db-server");
    Files.createDirectories(place.resolve("in the way"));
    assertThatThrownBy(() -> own.write(place)).isInstanceOf(IOException.class);
    try (Stream<Path> all = Files.list(folder)) {
      assertThat(all).containsExactly(place);
    }
  }

  @Test
  void what_a_living_process_has_written_is_read_by_its_owner_alone() throws IOException {
    Path file = folder.resolve("a.db-server");
    own.write(file);
    assertThat(ServerFile.read(file)).contains(own);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    try (Stream<Path> all = Files.list(folder)) {
      assertThat(all).containsExactly(file);
    }
  }

  @Test
  void a_process_that_has_the_number_of_another_is_not_taken_for_it() throws IOException {
    Path file = folder.resolve("a.db-server");
    new ServerFile(own.address(), false, own.process(), "2020-01-01T00:00:00Z").write(file);
    assertThat(ServerFile.read(file)).isEmpty();
    new ServerFile(own.address(), false, Long.MAX_VALUE, own.started()).write(file);
    assertThat(ServerFile.read(file)).isEmpty();
  }

  @Test
  void what_is_no_such_file_is_none() throws IOException {
    Path file = folder.resolve("a.db-server");
    assertThat(ServerFile.read(file)).isEmpty();
    for (String text : new String[] {"", "[]", "{}", "{\"process\": \"x\"}", "{\"process\": 1}"}) {
      assertThat(ServerFile.read(Files.writeString(file, text))).as(text).isEmpty();
    }
    own.write(file);
    String whole = Files.readString(file);
    for (String address : List.of("", "nowhere", "127.0.0.1:99999")) {
      Files.writeString(file, whole.replace(own.address(), address));
      assertThat(ServerFile.read(file)).as(address).isEmpty();
    }
    assertThat(ServerFile.read(Files.write(file, new byte[] {-1, -2, 0}))).isEmpty();
    assertThatThrownBy(() -> ServerFile.read(folder)).isInstanceOf(IOException.class);
  }

  @Test
  @Timeout(60)
  void a_pipe_in_the_place_of_the_file_is_none_and_is_replaced() throws Exception {
    Path file = folder.resolve("a.db-server");
    assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor()).isZero();
    assertThat(ServerFile.read(file)).isEmpty();
    own.write(file);
    assertThat(ServerFile.read(file)).contains(own);
  }

  @Test
  void a_damaged_key_is_replaced() throws IOException {
    Path file = folder.resolve("a.db-key");
    for (byte[] damage :
        List.of(new byte[0], new byte[] {-1, -2, 0}, new byte[] {'a', '\n', 'b'})) {
      Files.write(file, damage);
      assertThat(LocalKey.is("", file)).isFalse();
      String key = LocalKey.of(file);
      assertThat(key).matches("[\\w-]{43}").isEqualTo(LocalKey.of(file));
      assertThat(LocalKey.is(key, file)).isTrue();
    }
  }

  @Test
  void only_ones_own_is_removed() throws IOException {
    Path file = folder.resolve("a.db-server");
    own.write(file);
    of("127.0.0.1:1", "").remove(file);
    assertThat(file).exists();
    own.remove(file);
    assertThat(file).doesNotExist();
  }

  @Test
  void the_names_of_one_database_have_the_same_files() throws IOException {
    Path real = Files.createFile(folder.resolve("a.db"));
    Path link = Files.createSymbolicLink(folder.resolve("link.db"), real);
    Path spelled = folder.resolve("x/../a.db");
    assertThat(files(link)).isEqualTo(files(real)).isEqualTo(files(spelled));
    assertThat(files(real).server()).isEqualTo(real.toRealPath().resolveSibling("a.db-server"));
    assertThat(files(folder.resolve("none/b.db")).database().toString()).endsWith("none/b.db");
  }

  @Test
  void a_database_that_is_made_later_has_the_same_files_before() throws IOException {
    Path linked = Files.createSymbolicLink(folder.resolve("linked"), folder);
    Path database = linked.resolve("new.db");
    DatabaseFiles before = files(database);
    Files.createFile(database);
    assertThat(files(database)).isEqualTo(before);
  }

  @Test
  void a_store_that_is_no_file_has_none_beside_it() {
    Map<String, JsonValue> memory = Map.of("backend", JsonValue.of("memory"));
    assertThat(DatabaseFiles.of(new Config(memory))).isEmpty();
    Map<String, JsonValue> missing =
        Map.of(
            "backend", JsonValue.of("postgres"), "plugins.memory.file", JsonValue.of("unused.db"));
    assertThat(DatabaseFiles.of(new Config(missing))).isEmpty();
  }

  @Test
  void who_finds_a_server_shows_the_key_that_it_takes() throws IOException {
    DatabaseFiles files = files(folder.resolve("a.db"));
    Optional<String> clientKey = Optional.of("a-key-of-the-client");
    assertThat(LocalServer.find(files, null, clientKey)).isEmpty();

    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    List<String> shown = new CopyOnWriteArrayList<>();
    server.createContext(
        "/",
        exchange -> {
          shown.add(exchange.getRequestHeaders().getFirst("Authorization"));
          exchange.sendResponseHeaders(200, -1);
        });
    server.start();
    String local = LocalKey.of(files.key());
    try {
      for (String key : List.of("another-key-of-the-server", local)) {
        of("127.0.0.1:" + server.getAddress().getPort(), key).write(files.server());
        HttpCaller caller = LocalServer.find(files, null, clientKey).orElseThrow();
        assertThat(caller.post("/", 0).getResponseCode()).isEqualTo(200);
      }
    } finally {
      server.stop(0);
    }
    assertThat(shown).containsExactly("Bearer a-key-of-the-client", "Bearer " + local);
  }

  @Test
  void a_key_is_made_once_and_is_hard_to_guess() throws IOException {
    Path file = folder.resolve("a.db-key");
    String key = LocalKey.of(file);
    assertThat(key).matches("[\\w-]{43}").isNotEqualTo(LocalKey.of(folder.resolve("b.db-key")));
    assertThat(LocalKey.of(file)).isEqualTo(key);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }
}
