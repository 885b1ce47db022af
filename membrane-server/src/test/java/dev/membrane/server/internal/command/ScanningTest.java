package dev.membrane.server.internal.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.server.StartException;
import dev.membrane.spi.StoreProvider.StoredBytes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is told of files of which some cannot be read. */
final class ScanningTest {

  @TempDir private Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final Scanning scanning =
      new Scanning(new PrintWriter(out, true), new PrintWriter(err, true));
  private Path words;

  @BeforeEach
  void look_for_a_bird() throws IOException {
    words = Files.writeString(folder.resolve("words"), "canary\n");
  }

  /** The first half of what is compressed, which begins with a text. */
  private static byte[] truncated(String beginning) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    byte[] rest = new byte[200_000];
    new Random(1).nextBytes(rest);
    try (OutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(beginning.getBytes(UTF_8));
      gzip.write(rest);
    }
    return Arrays.copyOf(bytes.toByteArray(), bytes.size() / 2);
  }

  private int run(StoredBytes stored, Path... paths) {
    return scanning.run(words, Optional.of(stored), List.of(paths));
  }

  @Test
  void a_store_that_does_not_tell_of_its_bytes_is_not_taken_for_a_clean_one() {
    assertThat(scanning.run(words, Optional.empty(), List.of())).isEqualTo(1);
    assertThat(out.toString()).startsWith("found: nothing in what can be read");
    assertThat(err.toString()).contains("cannot look into the store");
  }

  @Test
  void a_damaged_file_is_named_and_the_others_are_looked_at() throws IOException {
    byte[] damaged = truncated("no bird");
    Path other = Files.write(folder.resolve("other.gz"), damaged);
    Path missing = folder.resolve("missing");
    Path last = Files.writeString(folder.resolve("last"), "a canary");

    int code =
        run(
            listener -> {
              listener.kept("backup.gz", new ByteArrayInputStream(damaged));
              listener.kept("m.db", new ByteArrayInputStream("canary".getBytes(UTF_8)));
            },
            other,
            missing,
            last);

    assertThat(code).isEqualTo(3);
    assertThat(out.toString())
        .contains("m.db: canary at 0, once", last + ": canary at 2, once")
        .endsWith("found: 2 in 2 places" + System.lineSeparator());
    assertThat(err.toString().lines())
        .containsExactly(
            "cannot read backup.gz: Unexpected end of ZLIB input stream",
            "cannot read " + other + ": Unexpected end of ZLIB input stream",
            "cannot read " + missing + ": no such file");
  }

  @Test
  void a_file_that_is_named_twice_is_looked_at_once() throws IOException {
    Path database = Files.writeString(folder.resolve("m.db"), "a canary");
    Path backup = Files.writeString(folder.resolve("backup"), "a canary");
    Path link = Files.createSymbolicLink(folder.resolve("link"), backup);

    int code =
        run(
            listener ->
                listener.kept(
                    database.toString(), new ByteArrayInputStream("a canary".getBytes(UTF_8))),
            folder.resolve("../" + folder.getFileName() + "/m.db"),
            backup,
            link,
            backup);

    assertThat(code).isEqualTo(3);
    assertThat(out.toString()).endsWith("found: 2 in 2 places" + System.lineSeparator());
  }

  @Test
  void what_the_store_cannot_open_is_named_and_the_rest_is_looked_at() {
    StoredBytes stored =
        listener -> {
          listener.unopened("m.db-wal", new AccessDeniedException("m.db-wal"));
          listener.kept("m.db", new ByteArrayInputStream("a word".getBytes(UTF_8)));
        };

    assertThat(run(stored)).isEqualTo(1);
    assertThat(out.toString().strip()).isEqualTo("found: nothing in what can be read");
    assertThat(err.toString().strip()).isEqualTo("cannot read m.db-wal: access denied");
  }

  @Test
  void what_is_found_before_the_damage_is_told() throws IOException {
    byte[] damaged = truncated("a canary");

    assertThat(run(listener -> listener.kept("backup.gz", new ByteArrayInputStream(damaged))))
        .isEqualTo(3);
    assertThat(out.toString()).startsWith("backup.gz (gzip): canary at 2, once");
    assertThat(err.toString()).startsWith("cannot read backup.gz: ");
  }

  @Test
  void nothing_is_found_only_if_everything_can_be_read() throws IOException {
    byte[] damaged = truncated("no bird");

    assertThat(run(listener -> {})).isZero();
    assertThat(out.toString().strip()).isEqualTo("found: nothing");
    assertThat(run(listener -> listener.kept("backup.gz", new ByteArrayInputStream(damaged))))
        .isEqualTo(1);
    assertThat(out.toString().strip()).endsWith("found: nothing in what can be read");
  }

  @Test
  void a_store_that_cannot_be_looked_at_ends_it() {
    assertThatThrownBy(
            () ->
                run(
                    listener -> {
                      throw new IOException("m.db: no such file");
                    }))
        .isInstanceOf(StartException.class)
        .hasMessage("cannot read m.db: no such file");
  }
}
