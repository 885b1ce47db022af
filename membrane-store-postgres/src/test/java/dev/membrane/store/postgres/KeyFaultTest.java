package dev.membrane.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.spi.keys.KeyEncryptionKey;
import dev.membrane.spi.keys.KeyEncryptionKey.WrappedKey;
import dev.membrane.spi.store.StoreUnavailableException;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A key provider that answers nothing fails the call that needed it, and nothing else. */
final class KeyFaultTest {

  private static final String NOTHING = "the key provider %s failed in %s: null is no answer";

  private final AbsentKey key = new AbsentKey();
  private final PostgresConfig config = TestDatabase.fresh().encryptedWith(() -> key);

  private static final class AbsentKey implements KeyEncryptionKey {

    private boolean isAway;

    @Override
    @SuppressWarnings("NullAway")
    public WrappedKey wrap(byte[] dataKey) {
      return isAway ? null : new WrappedKey("test:1", Base64.getEncoder().encodeToString(dataKey));
    }

    @Override
    @SuppressWarnings("NullAway")
    public byte[] unwrap(WrappedKey wrapped) {
      return isAway ? null : Base64.getDecoder().decode(wrapped.wrapped());
    }
  }

  @Test
  void a_key_that_is_not_wrapped_fails_one_write_only() {
    try (PostgresStore store = PostgresStore.open(config)) {
      String first = ScopeFacts.observe(store, "old");
      key.isAway = true;
      assertThatThrownBy(() -> ScopeFacts.observe(store, "new"))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessage(NOTHING.formatted(AbsentKey.class.getName(), "wrap()"));
      String second = ScopeFacts.observe(store, "old", "somebody else");
      key.isAway = false;
      String third = ScopeFacts.observe(store, "new");
      assertThat(store.get(List.of(first, second, third))).hasSize(3);
    }
  }

  @Test
  void a_key_that_is_not_unwrapped_fails_one_read_only() {
    String id;
    try (PostgresStore store = PostgresStore.open(config)) {
      id = ScopeFacts.observe(store, "scope");
    }
    try (PostgresStore store = PostgresStore.open(config)) {
      key.isAway = true;
      assertThatThrownBy(() -> store.get(List.of(id)))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessage(NOTHING.formatted(AbsentKey.class.getName(), "unwrap()"));
      key.isAway = false;
      assertThat(store.get(List.of(id))).hasSize(1);
    }
  }
}
