package dev.membrane.store.jdbc.crypto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Another process changes the key while this one does. */
class RewrappingTest {

  private static final byte[] DATA_KEY = new byte[32];

  @TempDir private Path folder;

  /** Keys of which the first is looked at before another process wraps all of them. */
  private record Changing(KeyRow before, List<KeyRow> since) implements KeyRing.KeySource {

    @Override
    public KeyRow byId(int id) {
      return before;
    }

    @Override
    public @Nullable KeyRow byScope(String scope) {
      return null;
    }

    @Override
    public int last() {
      return since.size();
    }

    @Override
    public List<KeyRow> after(int id, int limit) {
      return since.stream().filter(row -> row.id() > id).limit(limit).toList();
    }

    @Override
    public KeyRow rewrap(Rewrapping rewrapping) {
      throw new UnsupportedOperationException();
    }
  }

  private KeyWrapping key(String name, char digit) throws IOException {
    Path file = folder.resolve(name);
    Files.writeString(file, String.valueOf(digit).repeat(64));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    return new KeyWrapping(ProvidedKey.open(FileKey.in(file)), System::nanoTime);
  }

  private static KeyRow store(KeyWrapping key) {
    return key.wrap(KeyRow.STORE, "", DATA_KEY);
  }

  @Test
  void what_another_process_has_wrapped_with_the_same_key_stays() throws IOException {
    KeyWrapping one = key("one", '1');
    KeyWrapping other = key("other", '2');
    List<KeyRow> since = List.of(store(other), other.wrap(2, "home", DATA_KEY));
    Rewrapping rewrapping = Rewrapping.of(new Changing(store(one), since), one, other);
    assertThat(rewrapping.keys()).isEqualTo(2);
    assertThat(since).allSatisfy(row -> assertThat(rewrapping.of(row)).isEqualTo(row));
  }

  @Test
  void what_a_third_key_has_wrapped_is_refused() throws IOException {
    KeyWrapping one = key("one", '1');
    List<KeyRow> since = List.of(store(key("third", '3')));
    Changing source = new Changing(store(one), since);
    KeyWrapping other = key("other", '2');
    assertThatThrownBy(() -> Rewrapping.of(source, one, other))
        .isInstanceOf(DecryptionException.class);
  }
}
