package dev.membrane.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.internal.scan.WordScan;
import dev.membrane.internal.transfer.StoreCopy;
import dev.membrane.spi.keys.StoreEncryption.EncryptedCopy;
import dev.membrane.spi.store.StoreOpenException;
import dev.membrane.testing.CopiedMemory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What a database has is in its encrypted copy, however often the process is killed that makes it.
 * {@code -Dmembrane.store.kills} says how often.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
final class DatabaseCopyTest {

  private static final int KILLS = Integer.getInteger("membrane.store.kills", 2);
  private static final int RECORDS = 20 * Math.max(5, KILLS);
  private static final String NAME = "database-copy-test";
  private static final String NAMED = "&ApplicationName=" + NAME;

  private final PostgresConfig plain = TestDatabase.fresh();
  private final PostgresConfig target = TestDatabase.fresh();
  private final Path key = EncryptedDatabases.newKey();

  /** Copies the database of its first argument into that of its second, with a key. */
  static final class Copying {

    private Copying() {}

    public static void main(String[] args) throws Exception {
      PostgresConfig config = PostgresConfig.of(args[0]).encryptedWith(Path.of(args[2]));
      System.out.println("begun");
      copy(config, args[1]);
    }
  }

  private static void copy(PostgresConfig config, String to) throws Exception {
    Optional<EncryptedCopy> copying = new PostgresEncryption(config).encryptedCopy(to);
    try (EncryptedCopy copy = copying.orElseThrow()) {
      var unused =
          new StoreCopy(copy.plain(), copy.encrypted(), (done, all) -> {})
              .run("test", Instant.now());
      copy.complete();
      copy.finish();
    }
  }

  @Test
  void a_killed_copy_goes_on_and_has_everything() throws Exception {
    List<String> before;
    try (PostgresStore store = PostgresStore.open(plain)) {
      before = CopiedMemory.told(store, CopiedMemory.fill(store, RECORDS));
    }
    Random random = new Random(1);
    boolean isDone = false;
    for (int kill = 0; kill < KILLS && !isDone; kill++) {
      Process process = start();
      assertThat(process.inputReader().readLine()).isEqualTo("begun");
      isDone = process.waitFor(random.nextInt(2_500), TimeUnit.MILLISECONDS);
      process.destroyForcibly().waitFor();
      // The server may still be at what it was told last, which may have been the last of all.
      TestDatabase.awaitEnd(target, NAME);
      isDone = isDone || (!isMarked() && isThere("membrane_schema"));
      try (PostgresStore store = PostgresStore.open(plain)) {
        assertThat(store.auditLogs("", 2 * RECORDS)).hasSize(RECORDS);
      }
      if (!isDone && isMarked()) {
        assertThatThrownBy(() -> PostgresStore.open(encrypted()))
            .isInstanceOf(StoreOpenException.class)
            .hasMessage(target + ": is an unfinished copy; start `membraned encrypt` again");
      }
    }
    assertThat(isDone || start().waitFor() == 0).isTrue();
    WordScan scan = new WordScan(List.of(CopiedMemory.WORD));
    List<WordScan.FoundWord> found = new ArrayList<>();
    new TableBytes(target).tell((name, bytes) -> found.addAll(scan.in(name, bytes)));
    assertThat(found).isEmpty();
    try (PostgresStore store = PostgresStore.open(encrypted())) {
      assertThat(store.isEncrypted()).isTrue();
      assertThat(CopiedMemory.told(store, before.subList(before.size() - RECORDS, before.size())))
          .isEqualTo(before);
    }
  }

  @Test
  void an_interrupted_copy_goes_on_with_data_keys_in_another_database() throws Exception {
    fillALittle();
    String keys = TestDatabase.database();
    PostgresConfig config = plain.encryptedWith(key).dataKeysIn(keys);
    try (EncryptedCopy copy =
        new PostgresEncryption(config).encryptedCopy(dsn(target)).orElseThrow()) {
      var unused =
          new StoreCopy(copy.plain(), copy.encrypted(), (done, all) -> {})
              .run("test", Instant.now());
    }
    copy(config, dsn(target));
    PostgresConfig kept = PostgresConfig.of(keys);
    assertThat(TestDatabase.run(kept, "SELECT count(*) FROM data_key")).isEqualTo("2");
    assertThat(TestDatabase.run(target, "SELECT count(*) FROM data_key")).isEqualTo("0");
    try (PostgresStore store = PostgresStore.open(encrypted().dataKeysIn(keys))) {
      assertThat(store.auditLogs("", 10)).singleElement().returns("scope", it -> it.scope());
    }
  }

  @Test
  void what_was_removed_since_a_copy_was_begun_is_not_in_what_takes_its_place() throws Exception {
    try (PostgresStore store = PostgresStore.open(plain)) {
      var unused = CopiedMemory.fill(store, 20);
    }
    copyWithoutEnd();
    copyWithoutEnd();
    TestDatabase.run(plain, "DELETE FROM former_key");
    assertThatThrownBy(this::copyWithoutEnd)
        .isInstanceOf(StoreOpenException.class)
        .hasMessage(
            target
                + ": has former states that are gone from the database; drop it and start again");
  }

  private void copyWithoutEnd() throws IOException {
    try (EncryptedCopy copy = begin(dsn(target)).orElseThrow()) {
      var unused =
          new StoreCopy(copy.plain(), copy.encrypted(), (done, all) -> {})
              .run("test", Instant.now());
      copy.complete();
    }
  }

  @Test
  void nobody_writes_into_the_database_while_it_is_copied() {
    fillALittle();
    try (EncryptedCopy copy = begin(dsn(target)).orElseThrow()) {
      assertThat(mayWrite()).isFalse();
      assertThat(copy.plain().auditLogs("", 10)).hasSize(1);
    }
    assertThat(mayWrite()).isTrue();
  }

  @Test
  void who_waited_while_another_made_the_same_copy_is_told() throws Exception {
    fillALittle();
    CompletableFuture<Optional<EncryptedCopy>> second;
    try (EncryptedCopy first = begin(dsn(target)).orElseThrow()) {
      second = CompletableFuture.supplyAsync(() -> begin(dsn(target)));
      while (TestDatabase.run(plain, waiting()).equals("0")) {
        TimeUnit.MILLISECONDS.sleep(10);
      }
      first.finish();
    }
    assertThatThrownBy(second::join)
        .hasCauseInstanceOf(StoreOpenException.class)
        .hasMessageEndingWith(
            target + ": another `membraned encrypt` has finished this copy meanwhile");
  }

  @Test
  void a_copy_is_begun_in_an_empty_schema_only() {
    assertThatThrownBy(() -> begin(dsn(target))).hasMessage(plain + ": there is no memory here");
    fillALittle();
    assertThatThrownBy(() -> begin(null))
        .hasMessageStartingWith(plain + ": is not encrypted in place; --to names");
    assertThatThrownBy(() -> begin(dsn(plain)))
        .hasMessage("--to: names the database that is to be encrypted");
    assertThatThrownBy(() -> begin("nonsense"))
        .isInstanceOf(StoreOpenException.class)
        .hasMessageStartingWith("--to: must be");
    PostgresStore.open(target).close();
    assertThatThrownBy(() -> begin(dsn(target)))
        .hasMessage(
            target + ": has tables already; --to must name a schema or a database without any");
    PostgresConfig encrypted = EncryptedDatabases.fresh();
    PostgresStore.open(encrypted).close();
    String to = dsn(TestDatabase.fresh());
    assertThat(new PostgresEncryption(encrypted).encryptedCopy(to)).isEmpty();
    assertThat(TestDatabase.run(plain, "SELECT count(*) FROM memory")).isEqualTo("1");
  }

  @Test
  void only_who_has_its_key_is_told_that_a_database_is_encrypted() {
    PostgresConfig encrypted = EncryptedDatabases.fresh();
    PostgresConfig other = encrypted.encryptedWith(EncryptedDatabases.newKey());
    String to = dsn(TestDatabase.fresh());
    try (PostgresStore store = PostgresStore.open(encrypted)) {
      // A version of a later Membrane, whose store this one would not open.
      TestDatabase.run(encrypted, "UPDATE membrane_schema SET version = version + 1");
      assertThat(new PostgresEncryption(encrypted).encryptedCopy(to)).isEmpty();
      assertThatThrownBy(() -> new PostgresEncryption(other).encryptedCopy(to))
          .isInstanceOf(StoreOpenException.class)
          .hasMessageEndingWith(": the configured key is not that of this database");
      assertThat(store.isEncrypted()).isTrue();
    }
  }

  private String waiting() {
    return """
        SELECT count(*) FROM pg_stat_activity
        WHERE wait_event_type = 'Lock' AND query LIKE '%%membrane writes %s''%%'
        """
        .formatted(plain.schema());
  }

  private Optional<EncryptedCopy> begin(String to) {
    return new PostgresEncryption(plain.encryptedWith(key)).encryptedCopy(to);
  }

  private void fillALittle() {
    try (PostgresStore store = PostgresStore.open(plain)) {
      ScopeFacts.observe(store, "scope");
    }
  }

  private boolean mayWrite() {
    String lock = TestDatabase.of(plain).lock();
    return TestDatabase.run(plain, "SELECT pg_try_advisory_xact_lock_shared(" + lock + ")")
        .equals("t");
  }

  private PostgresConfig encrypted() {
    return target.encryptedWith(key);
  }

  private boolean isMarked() {
    return isThere("unfinished_copy");
  }

  private boolean isThere(String table) {
    String name = target.schema() + "." + table;
    return !TestDatabase.run(target, "SELECT to_regclass('" + name + "')").equals("null");
  }

  private static String dsn(PostgresConfig config) {
    return TestDatabase.dsn(config.schema());
  }

  private Process start() throws Exception {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Copying.class.getName(),
            dsn(plain) + NAMED,
            dsn(target) + NAMED,
            key.toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }
}
