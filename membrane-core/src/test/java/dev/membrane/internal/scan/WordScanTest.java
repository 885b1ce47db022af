package dev.membrane.internal.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.internal.scan.WordScan.FoundWord;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class WordScanTest {

  private static final String WORD = "Zürich-Übel";

  private static List<FoundWord> scan(byte[] bytes, String... words) throws IOException {
    return new WordScan(List.of(words)).in("place", new ByteArrayInputStream(bytes));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @CsvSource({
    "Zürich-Übel",
    "zürich-übel",
    "ZÜRICH-ÜBEL",
    "zurich",
    "Z\\u00fcrich-\\u00dcbel",
    "Z\\u00FCrich-\\u00DCbel",
    "z\\u00fcrich-\\u00fcbel"
  })
  void a_word_is_found_in_every_form_in_which_it_is_stored(String form) throws IOException {
    assertThat(scan(utf8("before " + form + " after"), WORD))
        .extracting(FoundWord::word)
        .containsExactly(WORD);
  }

  @Test
  void each_word_is_found_with_the_place_of_the_first_and_how_often() throws IOException {
    byte[] text = utf8("x alpha beta alpha alphabet");
    assertThat(scan(text, "alpha", "beta", "gamma"))
        .containsExactly(
            new FoundWord("place", "alpha", 2, 3), new FoundWord("place", "beta", 8, 1));
  }

  @Test
  void what_an_index_keeps_of_a_long_word_is_found() throws IOException {
    assertThat(scan(utf8("rlongcanaryword"), "superlongcanaryword")).hasSize(1);
    assertThat(scan(utf8("canary"), "superlongcanaryword")).isEmpty();
  }

  @Test
  void one_word_of_several_is_no_sign_of_them() throws IOException {
    String phrase = "Harvest Festivals";
    assertThat(scan(utf8("a harvest, festivals and a festival"), phrase)).isEmpty();
    assertThat(scan(utf8("the harvest festivals of May"), phrase)).hasSize(1);
  }

  @Test
  void a_word_across_chunks_is_found() throws IOException {
    byte[] text = utf8("-".repeat((1 << 16) - 3) + "canary");
    assertThat(scan(text, "canary"))
        .containsExactly(new FoundWord("place", "canary", (1 << 16) - 3, 1));
  }

  @Test
  void a_quoted_word_is_found_as_json_writes_it() throws IOException {
    assertThat(scan(utf8("{\"a\":\"say \\\"no\\\" now\"}"), "\"no\"")).hasSize(1);
    assertThat(scan(utf8("{\"a\":\"one\\ttwo\\nthree\"}"), "one\ttwo\nthree")).hasSize(1);
  }

  @Test
  void a_word_is_found_in_the_normal_form_in_which_it_is_stored() throws IOException {
    assertThat(scan(utf8("mein Zoë"), "Zoe\u0308")).hasSize(1);
  }

  @Test
  void a_word_at_the_end_of_another_is_found() throws IOException {
    assertThat(scan(utf8("a topsail"), "topsail", "sail"))
        .extracting(FoundWord::word)
        .containsExactly("topsail", "sail");
  }

  @Test
  void of_two_words_with_a_form_in_common_both_are_found() throws IOException {
    assertThat(scan(utf8("two kestrels"), "kestrels", "Kestrels"))
        .extracting(FoundWord::word)
        .containsExactly("kestrels", "Kestrels");
  }

  @Test
  void nothing_is_found_where_nothing_is() throws IOException {
    assertThat(scan(utf8("canar y, CANADA"), "canary")).isEmpty();
    assertThat(scan(new byte[0], "canary")).isEmpty();
  }

  @Test
  void compressed_files_of_a_folder_are_looked_into(@TempDir Path folder) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(utf8("a canary in a mine"));
    }
    Files.createDirectory(folder.resolve("old"));
    Files.write(folder.resolve("old/export.ndjson.gz"), bytes.toByteArray());
    try (ZipOutputStream zip =
        new ZipOutputStream(Files.newOutputStream(folder.resolve("backup.zip")))) {
      zip.putNextEntry(new ZipEntry("inner.gz"));
      zip.write(bytes.toByteArray());
    }
    Files.writeString(folder.resolve("plain"), "no bird");
    assertThat(new WordScan(List.of("canary")).in(folder))
        .extracting(FoundWord::offset)
        .containsExactly(2L, 2L);
  }

  @Test
  void what_stands_before_a_damage_is_found() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    byte[] random = new byte[200_000];
    new Random(1).nextBytes(random);
    try (OutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(utf8("a canary in a mine"));
      gzip.write(random);
    }
    byte[] half = Arrays.copyOf(bytes.toByteArray(), bytes.size() / 2);
    List<FoundWord> found = new ArrayList<>();

    assertThatThrownBy(
            () ->
                new WordScan(List.of("canary"))
                    .look("place", new ByteArrayInputStream(half), found))
        .isInstanceOf(IOException.class);
    assertThat(found).containsExactly(new FoundWord("place (gzip)", "canary", 2, 1));
  }
}
