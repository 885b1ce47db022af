package dev.membrane.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.keys.KeyEncryptionKey;
import dev.membrane.spi.keys.KeyEncryptionKey.WrappedKey;
import dev.membrane.spi.keys.KeyException;
import dev.membrane.spi.store.StoreOpenException;
import dev.membrane.spi.store.StoreUnavailableException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever a key provider answers or throws fails the call that needed it, and nothing else. */
final class KeyFaultTest {

  @TempDir private Path folder;
  private final FaultyKey key = new FaultyKey();

  private enum Fault {
    NULL("null is no answer"),
    SHORT("it answered 3 bytes, not 48"),
    CHECKED("java.io.IOException"),
    ERROR("java.lang.NoClassDefFoundError"),
    OVERFLOW("java.lang.StackOverflowError"),
    UNCHECKED("java.lang.IllegalStateException");

    private final String told;

    Fault(String told) {
      this.told = told;
    }
  }

  /** Wraps nothing really. */
  private static final class FaultyKey implements KeyEncryptionKey {

    private @Nullable Fault fault;

    @Override
    @SuppressWarnings("NullAway")
    public WrappedKey wrap(byte[] dataKey) {
      fail();
      return fault == null
          ? new WrappedKey("test:1", Base64.getEncoder().encodeToString(dataKey))
          : null;
    }

    @Override
    @SuppressWarnings("NullAway")
    public byte[] unwrap(WrappedKey wrapped) {
      fail();
      if (fault == null) {
        return Base64.getDecoder().decode(wrapped.wrapped());
      }
      return fault == Fault.SHORT ? new byte[3] : null;
    }

    @Override
    public void close() {
      fail();
    }

    private void fail() {
      if (fault == Fault.CHECKED) {
        throw KeyFaultTest.<RuntimeException>undeclared();
      } else if (fault == Fault.ERROR) {
        throw new NoClassDefFoundError("secret");
      } else if (fault == Fault.OVERFLOW) {
        throw new StackOverflowError("secret");
      } else if (fault == Fault.UNCHECKED) {
        throw new IllegalStateException("secret");
      }
    }
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> T undeclared() throws T {
    throw (T) new IOException("secret");
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SHORT")
  void a_key_that_is_not_wrapped_fails_one_write_only(Fault fault) {
    try (SqliteStore store = SqliteStore.open(config())) {
      commit(store, 1, "old");
      key.fault = fault;
      assertThatThrownBy(() -> commit(store, 2, "new"))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessage(line("wrap()", fault));
      commit(store, 3, "old");
      key.fault = null;
      commit(store, 4, "old");
      commit(store, 5, "new");
    }
    try (SqliteStore store = SqliteStore.open(config())) {
      assertThat(store.get(ids(1, 5))).hasSize(4);
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_key_that_is_not_unwrapped_fails_one_read_only(Fault fault) {
    try (SqliteStore store = SqliteStore.open(config())) {
      commit(store, 1, "scope");
    }
    try (SqliteStore store = SqliteStore.open(config())) {
      key.fault = fault;
      assertThatThrownBy(() -> store.get(ids(1, 1)))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessage(line("unwrap()", fault));
      key.fault = null;
      assertThat(store.get(ids(1, 1))).hasSize(1);
      key.fault = fault;
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_database_that_is_not_opened_says_why(Fault fault) {
    try (SqliteStore store = SqliteStore.open(config())) {
      commit(store, 1, "scope");
    }
    key.fault = fault;
    assertThatThrownBy(() -> SqliteStore.open(config()))
        .isInstanceOf(StoreOpenException.class)
        .hasMessage(path() + ": " + line("unwrap()", fault));
    key.fault = null;
    SqliteStore.open(config()).close();
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SHORT")
  void a_new_database_is_not_begun_without_its_key(Fault fault) {
    key.fault = fault;
    assertThatThrownBy(() -> SqliteStore.open(config()))
        .isInstanceOf(StoreOpenException.class)
        .hasMessage(path() + ": " + line("wrap()", fault));
    SqliteStore.open(path()).close();
  }

  @Test
  void a_key_that_is_not_opened_is_told() {
    List<Supplier<KeyEncryptionKey>> broken =
        List.of(
            () -> {
              throw KeyFaultTest.<RuntimeException>undeclared();
            },
            () -> {
              throw new NoClassDefFoundError("secret");
            });
    for (Supplier<KeyEncryptionKey> opening : broken) {
      assertThatThrownBy(() -> SqliteStore.open(new SqliteConfig(path()).encryptedWith(opening)))
          .isInstanceOf(StoreOpenException.class)
          .hasMessageStartingWith(path() + ": the key provider failed when its key was opened: ")
          .message()
          .doesNotContain("secret");
    }
    assertThatThrownBy(() -> SqliteStore.open(new SqliteConfig(path()).encryptedWith(() -> null)))
        .isInstanceOf(StoreOpenException.class)
        .hasMessageEndingWith("when its key was opened: null is no answer");
  }

  @Test
  void another_key_that_wraps_nothing_is_not_taken() {
    FaultyKey other = new FaultyKey();
    other.fault = Fault.NULL;
    try (SqliteStore store = SqliteStore.open(config())) {
      commit(store, 1, "scope");
      assertThatThrownBy(() -> store.adoptKey(() -> other))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining(FaultyKey.class.getName());
      commit(store, 2, "new");
    }
    try (SqliteStore store = SqliteStore.open(config())) {
      assertThat(store.get(ids(1, 2))).hasSize(2);
    }
  }

  @Test
  void what_a_provider_says_itself_is_told_as_it_is() {
    Supplier<KeyEncryptionKey> away =
        () -> {
          throw KeyException.unavailable("the vault is closed", null);
        };
    assertThatThrownBy(() -> SqliteStore.open(new SqliteConfig(path()).encryptedWith(away)))
        .hasMessage(path() + ": the vault is closed");
  }

  private static String line(String method, Fault fault) {
    return "the key provider %s failed in %s: %s"
        .formatted(FaultyKey.class.getName(), method, fault.told);
  }

  private Path path() {
    return folder.resolve("m.db");
  }

  private SqliteConfig config() {
    return new SqliteConfig(path()).encryptedWith(() -> key);
  }

  private static void commit(SqliteStore store, int number, String scope) {
    store.commit(
        Changeset.builder()
            .change(
                SampleRecords.insert(
                    SampleRecords.fact(number, scope, SampleRecords.START), Map.of("word", 1)))
            .build());
  }

  private static List<String> ids(int from, int to) {
    return IntStream.rangeClosed(from, to)
        .mapToObj(number -> SampleRecords.fact(number, "", SampleRecords.START).id())
        .toList();
  }
}
