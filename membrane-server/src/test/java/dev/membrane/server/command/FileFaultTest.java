package dev.membrane.server.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the operating system says of files, in words without names of classes. */
final class FileFaultTest {

  @TempDir private Path folder;

  @Test
  void what_the_system_says_is_told_in_words() throws IOException {
    Path bytes = Files.write(folder.resolve("bytes"), new byte[] {(byte) 0xff});
    Path none = folder.resolve("none");
    assertThat(reason(() -> Files.readString(none))).isEqualTo("no such file");
    assertThat(reason(() -> Files.readString(bytes))).isEqualTo("it is not in UTF-8");
    assertThat(reason(() -> Files.readString(folder))).isEqualTo("Is a directory");
    assertThat(reason(() -> Files.createDirectories(bytes.resolve("below"))))
        .isEqualTo("Not a directory");
    assertThat(FileFault.reason(new EOFException())).isEqualTo("unexpected end");
  }

  /** Nothing is denied to root, as whom tests may run. */
  @Test
  void a_line_names_the_file_once() {
    AccessDeniedException denied = new AccessDeniedException("/a/b");
    assertThat(FileFault.unread("b", denied)).hasMessage("b: cannot be read: access denied");
    assertThat(FileFault.unwritten("b", denied)).hasMessage("b: cannot be written: access denied");
    IOException missing = failure(() -> Files.readString(folder.resolve("none")));
    assertThat(FileFault.unread("none", missing)).hasMessage("none: no such file");
  }

  private static String reason(ThrowingCallable reading) {
    return FileFault.reason(failure(reading));
  }

  private static IOException failure(ThrowingCallable reading) {
    return catchThrowableOfType(IOException.class, reading);
  }
}
