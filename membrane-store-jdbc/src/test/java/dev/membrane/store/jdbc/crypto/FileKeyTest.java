package dev.membrane.store.jdbc.crypto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.spi.keys.KeyEncryptionKey;
import dev.membrane.spi.keys.KeyException;
import dev.membrane.tck.KeyProviderTck;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys in files. */
class FileKeyTest extends KeyProviderTck {

  @TempDir private Path folder;

  @Override
  protected KeyEncryptionKey openKey() {
    return open("one", "0123456789abcdef".repeat(4));
  }

  @Override
  protected KeyEncryptionKey openOtherKey() {
    return open("other", "fedcba9876543210".repeat(4));
  }

  /** A file is read when the key is opened, and needs no place that answers. */
  @Override
  protected Optional<Supplier<KeyEncryptionKey>> unreachable() {
    return Optional.empty();
  }

  @Test
  void a_file_that_is_not_there_is_a_fault_of_who_named_it() {
    assertThatThrownBy(() -> FileKey.in(folder.resolve("nothing")).get())
        .isInstanceOfSatisfying(
            KeyException.class, failure -> assertThat(failure.isRefusal()).isTrue())
        .hasMessageStartingWith("encryption_key_file names a file that cannot be read: ");
  }

  private KeyEncryptionKey open(String name, String key) {
    Path file = folder.resolve(name);
    try {
      Files.writeString(file, key);
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    return FileKey.in(file).get();
  }
}
