package dev.membrane.store.jdbc.crypto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.spi.keys.KeyEncryptionKey;
import dev.membrane.spi.keys.KeyEncryptionKey.WrappedKey;
import dev.membrane.spi.keys.KeyException;
import dev.membrane.spi.store.StoreUnavailableException;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** How often a key provider is asked for a data key that it does not unwrap. */
class KeyWrappingTest {

  private static final byte[] DATA_KEY = new byte[32];

  private final CountingKey key = new CountingKey();
  private long now = -5;
  private final KeyWrapping wrapping = new KeyWrapping(new ProvidedKey(key), () -> now);

  /** Wraps nothing really. */
  private static final class CountingKey implements KeyEncryptionKey {

    private int calls;
    private boolean isAway;
    private boolean isRefusing;

    @Override
    public WrappedKey wrap(byte[] dataKey) {
      return new WrappedKey("test:1", Base64.getEncoder().encodeToString(dataKey));
    }

    @Override
    public byte[] unwrap(WrappedKey wrapped) {
      calls++;
      if (isAway) {
        throw KeyException.unavailable("away", null);
      }
      if (isRefusing) {
        throw KeyException.refused("not mine", null);
      }
      return Base64.getDecoder().decode(wrapped.wrapped());
    }
  }

  @Test
  void it_is_asked_once_for_a_row_that_was_changed() {
    KeyRow whole = wrapping.wrap(2, "home", DATA_KEY);
    KeyRow moved = new KeyRow(3, "office", whole.key());
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> wrapping.unwrap(moved)).hasMessage("data key 3 cannot be decrypted");
    }
    assertThat(key.calls).isEqualTo(1);
    assertThat(wrapping.unwrap(whole)).isEqualTo(DATA_KEY);
    assertThat(wrapping.unwrap(whole)).isEqualTo(DATA_KEY);
    assertThat(key.calls).isEqualTo(3);
  }

  @Test
  void it_is_asked_again_after_half_a_minute() {
    KeyRow row = wrapping.wrap(2, "home", DATA_KEY);
    key.isRefusing = true;
    assertThatThrownBy(() -> wrapping.unwrap(row)).isInstanceOf(DecryptionException.class);
    key.isRefusing = false;
    now += TimeUnit.SECONDS.toNanos(30) - 1;
    assertThatThrownBy(() -> wrapping.unwrap(row)).isInstanceOf(DecryptionException.class);
    now++;
    assertThat(wrapping.unwrap(row)).isEqualTo(DATA_KEY);
  }

  @Test
  void it_is_asked_each_time_while_it_does_not_answer() {
    KeyRow row = wrapping.wrap(2, "home", DATA_KEY);
    key.isAway = true;
    assertThatThrownBy(() -> wrapping.unwrap(row)).isInstanceOf(StoreUnavailableException.class);
    key.isAway = false;
    assertThat(wrapping.unwrap(row)).isEqualTo(DATA_KEY);
  }
}
