package dev.membrane.store.sqlite.internal.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may write to a folder. */
final class PrivateFilesTest {

  @Test
  void a_folder_that_everybody_may_write_to_is_told_from_others(@TempDir Path folder)
      throws IOException {
    assertThat(PrivateFiles.othersMayWrite(folder)).isFalse();
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertThat(PrivateFiles.othersMayWrite(folder)).isTrue();
    assertThat(PrivateFiles.othersMayWrite(folder.resolve("none"))).isFalse();
  }
}
