package dev.membrane.server.internal.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.ObservationRequest;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.Sensitivity;
import dev.membrane.server.StartException;
import dev.membrane.server.internal.start.Server;
import dev.membrane.spi.Config;
import dev.membrane.store.postgres.PostgresConfig;
import dev.membrane.store.postgres.PostgresStore;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an operator does with a memory whose data keys stand in another PostgreSQL database. */
class SeparateKeysCommandsTest {

  private static final AtomicInteger DATABASES = new AtomicInteger();
  private static EmbeddedPostgres server;

  @TempDir private Path folder;

  private record Answer(int code, String text) {

    /** The digest of all audit logs. */
    String head() {
      return text.lines().filter(line -> line.startsWith("head: ")).findFirst().orElseThrow();
    }
  }

  @BeforeAll
  static void start() throws IOException {
    server =
        EmbeddedPostgres.builder()
            .setServerConfig("fsync", "off")
            .setPGStartupWait(Duration.ofMinutes(5))
            .start();
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  @Test
  void a_database_that_is_copied_gets_its_data_keys_elsewhere() throws Exception {
    String plain = database();
    String memory = database();
    String keys = database();
    try (PostgresStore store = PostgresStore.open(PostgresConfig.of(dsn(plain)));
        Membrane membrane = membrane(store)) {
      observe(membrane, "gone");
      observe(membrane, "kept");
    }
    Path key = key("a.key");
    String head = run(Map.of("MEMBRANE_POSTGRES_DSN", dsn(plain)), "verify-audit").head();
    Answer wrong = run(settings(plain, keys, key), "encrypt", "--to", dsn(keys));
    assertThat(wrong.code()).isEqualTo(78);
    assertThat(wrong.text()).contains("is the database of the memory");
    Answer copied = run(settings(plain, keys, key), "encrypt", "--to", dsn(memory));
    assertThat(copied.text()).contains("encrypted: 2 records").contains(head);
    assertThat(copied.code()).isZero();
    assertThat(run(settings(memory, keys, key), "verify-audit").head()).isEqualTo(head);
    assertThat(text(keys, "SELECT count(*) FROM membrane.data_key")).isEqualTo("3");
    assertThat(text(memory, "SELECT count(*) FROM membrane.data_key")).isEqualTo("0");
    Path words = Files.writeString(folder.resolve("words"), "marmalade\n");
    assertThat(run(settings(memory, keys, key), "scan-for", words.toString()).code()).isZero();
    Answer erased = run(settings(memory, keys, key), "erase", "--scope", "gone", "--reason", "r");
    assertThat(erased.code()).as(erased.text()).isZero();
    assertThat(erased.text()).contains("data key of the scope: destroyed");
    assertThat(text(keys, "SELECT count(*) FROM membrane.data_key")).isEqualTo("2");
  }

  @Test
  void an_export_is_imported_where_other_data_keys_are() throws Exception {
    Path key = key("a.key");
    Path other = key("b.key");
    Map<String, String> from = settings(database(), database(), key);
    String keys = database();
    Map<String, String> to = settings(database(), keys, other);
    fill(from, key);
    Path file = folder.resolve("all.ndjson");
    Answer exported = run(from, "export", file.toString());
    assertThat(exported.text()).contains("exported: 2 records");
    assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).doesNotContain("marmalade");
    Answer refused = run(to, "import", file.toString());
    assertThat(refused.code()).as(refused.text()).isNotZero();
    Answer imported = run(to, "import", file.toString(), "--key-file", key.toString());
    assertThat(imported.text()).contains("imported: 2 records");
    assertThat(run(to, "verify-audit").head()).isEqualTo(run(from, "verify-audit").head());
    assertThat(text(keys, "SELECT count(*) FROM membrane.data_key")).isEqualTo("3");
    Answer again = run(to, "import", file.toString(), "--key-file", key.toString());
    assertThat(again.text()).contains("there already: 2");
  }

  @Test
  void a_running_server_takes_another_key_when_it_is_told_to() throws Exception {
    String memory = database();
    String keys = database();
    Path first = key("a.key");
    Path second = key("b.key");
    try (Server running = Server.start(config(settings(memory, keys, first)))) {
      observe(running.membrane(), "one");
      String before = text(keys, "SELECT min(wrapped) FROM membrane.data_key");
      running.reload(config(settings(memory, keys, second)));
      assertThat(text(keys, "SELECT min(wrapped) FROM membrane.data_key")).isNotEqualTo(before);
      observe(running.membrane(), "two");
      allow(keys, false);
      Path third = key("c.key");
      assertThatThrownBy(() -> running.reload(config(settings(memory, keys, third))))
          .isInstanceOf(StartException.class)
          .message()
          .hasLineCount(1);
      allow(keys, true);
      observe(running.membrane(), "three");
      assertThat(found(running.membrane())).isEqualTo(3);
    }
    assertThat(run(settings(memory, keys, first), "verify-audit").code()).isEqualTo(78);
    assertThat(run(settings(memory, keys, second), "verify-audit").code()).isZero();
    Answer rotated =
        run(settings(memory, keys, second), "rotate-keys", "--new-key-file", first.toString());
    assertThat(rotated.text()).contains("wraps 4 keys");
    assertThat(run(settings(memory, keys, first), "verify-audit").code()).isZero();
  }

  private void fill(Map<String, String> settings, Path key) {
    PostgresConfig config =
        PostgresConfig.of(settings.get("MEMBRANE_POSTGRES_DSN"))
            .encryptedWith(key)
            .dataKeysIn(settings.get("MEMBRANE_POSTGRES_KEYS_DSN"));
    try (PostgresStore store = PostgresStore.open(config);
        Membrane membrane = membrane(store)) {
      observe(membrane, "one");
      observe(membrane, "two");
    }
  }

  private static Membrane membrane(PostgresStore store) {
    return Membrane.builder().store(store).backgroundJobs(false).build();
  }

  private static void observe(Memory membrane, String scope) {
    var unused =
        membrane
            .ingestion()
            .observe(
                ObservationRequest.builder()
                    .source("agent")
                    .subject("user")
                    .predicate("likes")
                    .object(new JsonString("marmalade"))
                    .options(IngestOptions.NONE.scope(scope))
                    .build());
  }

  private static int found(Memory membrane) {
    TrustContext all = TrustContext.upTo(Sensitivity.HYPER);
    RetrieveRequest asked =
        RetrieveRequest.builder().trust(all).taskDescriptor("marmalade").build();
    return membrane.retrieval().retrieve(asked).records().size();
  }

  private static Map<String, String> settings(String memory, String keys, Path key) {
    Map<String, String> settings = new HashMap<>();
    settings.put("MEMBRANE_POSTGRES_DSN", dsn(memory));
    settings.put("MEMBRANE_POSTGRES_KEYS_DSN", dsn(keys));
    settings.put("MEMBRANE_ENCRYPTION_KEY_FILE", key.toString());
    return settings;
  }

  private static Map<String, String> environment(Map<String, String> settings) {
    Map<String, String> environment = new HashMap<>(settings);
    environment.put("MEMBRANE_BACKEND", "postgres");
    environment.put("MEMBRANE_LISTEN_ADDR", "127.0.0.1:0");
    environment.put("MEMBRANE_HTTP_ADDR", "127.0.0.1:0");
    return environment;
  }

  private static Config config(Map<String, String> settings) {
    return new ServerOptions(environment(settings)).config();
  }

  private static Answer run(Map<String, String> settings, String... words) {
    StringWriter said = new StringWriter();
    PrintWriter out = new PrintWriter(said);
    int code = Membraned.commandLine(environment(settings), out).setErr(out).execute(words);
    out.flush();
    return new Answer(code, said.toString());
  }

  private Path key(String name) throws IOException {
    byte[] key = new byte[32];
    new SecureRandom().nextBytes(key);
    Path file = folder.resolve(name);
    Files.writeString(file, Base64.getEncoder().encodeToString(key));
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }

  private static String database() throws SQLException {
    String name = "memory_" + DATABASES.incrementAndGet();
    run("postgres", "CREATE DATABASE " + name);
    return name;
  }

  /** Nobody who is connected stays so. */
  private static void allow(String database, boolean isAllowed) throws SQLException {
    run("postgres", "ALTER DATABASE " + database + " ALLOW_CONNECTIONS " + isAllowed);
    if (!isAllowed) {
      run(
          "postgres",
          "SELECT count(pg_terminate_backend(pid, 10000)) FROM pg_stat_activity WHERE datname = '"
              + database
              + "'");
    }
  }

  private static void run(String database, String sql) throws SQLException {
    try (var connection = DriverManager.getConnection(url(database));
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String text(String database, String query) throws SQLException {
    try (var connection = DriverManager.getConnection(url(database));
        var statement = connection.createStatement();
        var row = statement.executeQuery(query)) {
      row.next();
      return row.getString(1);
    }
  }

  private static String url(String database) {
    return server.getJdbcUrl("postgres", database);
  }

  private static String dsn(String database) {
    return "postgres://postgres@localhost:" + server.getPort() + "/" + database;
  }
}
