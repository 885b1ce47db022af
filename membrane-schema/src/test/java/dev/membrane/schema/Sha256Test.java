package dev.membrane.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** The examples of FIPS 180, and a text that is more bytes than characters. */
class Sha256Test {

  private static final String OF_ABC =
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

  @Test
  void a_text_and_its_bytes_have_one_hash() {
    assertThat(Sha256.of("abc")).isEqualTo(OF_ABC);
    assertThat(Sha256.of(new byte[] {'a', 'b', 'c'})).isEqualTo(OF_ABC);
    assertThat(Sha256.of(""))
        .isEqualTo("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    assertThat(Sha256.of("\u00e9")).isEqualTo(Sha256.of(new byte[] {(byte) 0xc3, (byte) 0xa9}));
  }

  @Test
  void pieces_have_the_hash_of_the_whole() {
    var digest = Sha256.digest();
    digest.update("a".getBytes(StandardCharsets.UTF_8));
    digest.update("bc".getBytes(StandardCharsets.UTF_8));
    assertThat(HexFormat.of().formatHex(digest.digest())).isEqualTo(OF_ABC);
  }
}
