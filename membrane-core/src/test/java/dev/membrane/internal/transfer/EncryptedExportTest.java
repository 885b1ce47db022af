package dev.membrane.internal.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read is what was written, or nothing. */
final class EncryptedExportTest {

  private static final int CHUNK = 65_536;
  private static final byte[] KEY = bytes(32, 1);

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 1_000, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK})
  void whatever_its_length_it_is_read_as_it_was_written(int length) throws IOException {
    byte[] plain = bytes(length, 2);
    assertThat(read(written(plain), KEY)).isEqualTo(plain);
  }

  @Test
  void what_is_not_encrypted_is_read_as_it_is() throws IOException {
    byte[] plain = bytes(100, 3);
    assertThat(read(plain, KEY)).isEqualTo(plain);
    assertThat(read(plain, null)).isEqualTo(plain);
    assertThat(read(new byte[0], null)).isEmpty();
  }

  @Test
  void equal_exports_differ() throws IOException {
    assertThat(written(bytes(10, 4))).isNotEqualTo(written(bytes(10, 4)));
  }

  @Test
  void wherever_it_is_cut_it_is_refused() throws IOException {
    byte[] whole = written(bytes(CHUNK + 10, 5));
    for (int length = 28; length < whole.length; length += length < 200 ? 1 : 997) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> read(cut, KEY)).isInstanceOf(MoveException.class);
    }
  }

  @Test
  void whatever_byte_is_changed_it_is_refused() throws IOException {
    byte[] whole = written(bytes(200, 6));
    for (int at = 28; at < whole.length; at++) {
      byte[] changed = whole.clone();
      changed[at] ^= 4;
      assertThatThrownBy(() -> read(changed, KEY))
          .as("byte %s", at)
          .isInstanceOf(MoveException.class);
    }
  }

  @Test
  void chunks_are_neither_left_out_nor_moved_nor_added() throws IOException {
    byte[] whole = written(bytes(3 * CHUNK, 7));
    int head = 28 + 64;
    int chunk = 1 + 4 + CHUNK + 16;
    byte[] without = joined(whole, 0, head, head + chunk, whole.length);
    assertThatThrownBy(() -> read(without, KEY)).isInstanceOf(MoveException.class);
    byte[] repeated = joined(whole, 0, whole.length, head, whole.length);
    assertThatThrownBy(() -> read(repeated, KEY))
        .isInstanceOf(MoveException.class)
        .hasMessage("is encrypted, and goes on after its end");
  }

  @Test
  void a_chunk_that_is_not_the_last_is_not_taken_for_it() throws IOException {
    int head = 28 + 64;
    byte[] cut = Arrays.copyOf(written(bytes(2 * CHUNK, 7)), head + 1 + 4 + CHUNK + 16);
    cut[head] = 1;
    assertThatThrownBy(() -> read(cut, KEY))
        .isInstanceOf(MoveException.class)
        .hasMessage("is encrypted, and damaged");
  }

  @Test
  void with_another_key_or_none_it_is_refused() throws IOException {
    byte[] whole = written(bytes(10, 8));
    assertThatThrownBy(() -> read(whole, bytes(32, 9)))
        .hasMessage("is encrypted with another key, or damaged");
    assertThatThrownBy(() -> read(whole, null))
        .hasMessage("is encrypted; --key-file names the key");
  }

  private static byte[] joined(byte[] whole, int a, int b, int c, int d) throws IOException {
    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    joined.write(whole, a, b - a);
    joined.write(whole, c, d - c);
    return joined.toByteArray();
  }

  private static byte[] written(byte[] plain) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = EncryptedExport.writing(bytes, KEY)) {
      out.write(plain);
    }
    return bytes.toByteArray();
  }

  private static byte[] read(byte[] bytes, byte @Nullable [] key) throws IOException {
    try (InputStream in = EncryptedExport.reading(new ByteArrayInputStream(bytes), key)) {
      return in.readAllBytes();
    }
  }

  private static byte[] bytes(int length, int seed) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }
}
