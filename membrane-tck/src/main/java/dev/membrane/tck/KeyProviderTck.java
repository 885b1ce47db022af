package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.spi.keys.KeyEncryptionKey;
import dev.membrane.spi.keys.KeyEncryptionKey.WrappedKey;
import dev.membrane.spi.keys.KeyException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The contract of {@link KeyEncryptionKey}, which a {@link dev.membrane.spi.KeyProvider} opens. If
 * the key is with a service, the vendor gives the provider a stand-in that answers like the
 * service.
 */
public abstract class KeyProviderTck {

  /** As long as stores have them. */
  private static final int BYTES = 48;

  private static final int THREADS = 8;

  private KeyEncryptionKey key;

  /** For subclasses. */
  protected KeyProviderTck() {}

  /** Opens the key, which is the same one each time. Called at least once for each test. */
  protected abstract KeyEncryptionKey openKey();

  /** Opens another key. */
  protected abstract KeyEncryptionKey openOtherKey();

  /**
   * Opens the key where its place does not answer, at once or when it is used. By default there is
   * no such test.
   */
  protected Optional<Supplier<KeyEncryptionKey>> unreachable() {
    return Optional.empty();
  }

  @BeforeEach
  final void open() {
    key = openKey();
  }

  @AfterEach
  final void close() {
    key.close();
  }

  private static byte[] dataKey(int seed) {
    byte[] bytes = new byte[BYTES];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  @Test
  final void what_it_wraps_it_unwraps() {
    byte[] given = dataKey(1);
    WrappedKey wrapped = key.wrap(given);
    assertThat(given).as("belongs to the caller").isEqualTo(dataKey(1));
    assertThat(key.unwrap(wrapped)).isEqualTo(dataKey(1));
    assertThat(key.unwrap(key.wrap(new byte[BYTES]))).isEqualTo(new byte[BYTES]);
  }

  @Test
  final void opened_again_it_unwraps_what_it_has_wrapped() {
    WrappedKey wrapped = key.wrap(dataKey(1));
    key.close();
    key = openKey();
    assertThat(key.unwrap(wrapped)).isEqualTo(dataKey(1));
    assertThat(key.wrap(dataKey(2)).keyId()).isEqualTo(wrapped.keyId());
  }

  @Test
  final void an_answer_belongs_to_the_caller() {
    WrappedKey wrapped = key.wrap(dataKey(1));
    key.unwrap(wrapped)[0]++;
    assertThat(key.unwrap(wrapped)).isEqualTo(dataKey(1));
  }

  @Test
  final void a_wrapped_key_does_not_show_the_key() {
    byte[] given = dataKey(1);
    WrappedKey wrapped = key.wrap(given);
    assertThat(wrapped.wrapped())
        .doesNotContainIgnoringCase(HexFormat.of().formatHex(given))
        .doesNotContain(Base64.getEncoder().encodeToString(given))
        .doesNotContain(Base64.getUrlEncoder().encodeToString(given));
  }

  @Test
  final void another_key_has_another_id_and_refuses_it() {
    WrappedKey wrapped = key.wrap(dataKey(1));
    try (KeyEncryptionKey other = openOtherKey()) {
      assertThat(other.wrap(dataKey(1)).keyId()).isNotEqualTo(wrapped.keyId());
      assertRefused(other, wrapped);
    }
  }

  @Test
  final void what_was_changed_is_refused() {
    WrappedKey wrapped = key.wrap(dataKey(1));
    String text = wrapped.wrapped();
    for (int at : List.of(text.length() / 3, text.length() / 2, text.length() * 3 / 4)) {
      // A text of hexadecimal digits says the same in either letter case.
      char changed = "Aa".indexOf(text.charAt(at)) < 0 ? 'A' : 'B';
      assertRefused(
          key,
          new WrappedKey(
              wrapped.keyId(), text.substring(0, at) + changed + text.substring(at + 1)));
    }
    assertRefused(key, new WrappedKey(wrapped.keyId(), text.substring(0, text.length() / 2)));
  }

  private static void assertRefused(KeyEncryptionKey key, WrappedKey wrapped) {
    Expected.refusal(KeyException.class, "unwrapping", () -> key.unwrap(wrapped))
        .satisfies(refused -> assertThat(refused.isRefusal()).isTrue());
  }

  @Test
  final void where_its_place_does_not_answer_the_wrapped_key_is_not_at_fault() {
    WrappedKey wrapped = key.wrap(dataKey(1));
    unreachable()
        .ifPresent(
            opening -> {
              assertUnavailable(() -> opening.get().unwrap(wrapped));
              assertUnavailable(() -> opening.get().wrap(dataKey(1)));
            });
  }

  private static void assertUnavailable(Supplier<Object> call) {
    Expected.refusal(KeyException.class, "the call", call::get)
        .satisfies(
            failure -> {
              assertThat(failure.isRefusal()).isFalse();
              assertThat(failure.getMessage()).isNotBlank().hasLineCount(1);
            });
  }

  @Test
  final void many_threads_may_use_it() throws InterruptedException {
    List<byte[]> raced = Race.run(THREADS, number -> () -> key.unwrap(key.wrap(dataKey(number))));
    assertThat(raced)
        .usingElementComparator(Arrays::compare)
        .containsExactlyElementsOf(
            IntStream.range(0, THREADS).mapToObj(KeyProviderTck::dataKey).toList());
  }
}
