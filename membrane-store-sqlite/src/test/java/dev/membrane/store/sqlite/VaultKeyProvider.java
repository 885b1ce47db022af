package dev.membrane.store.sqlite;

import dev.membrane.spi.KeyProvider;
import dev.membrane.spi.PluginContext;
import dev.membrane.spi.keys.KeyEncryptionKey;
import dev.membrane.spi.keys.KeyEncryptionKey.WrappedKey;
import dev.membrane.spi.keys.KeyException;
import dev.membrane.store.jdbc.crypto.FileKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A key management service in a folder. The file {@code current} names the version that wraps; a
 * file of each version has its key. Calls are noted in the file {@code calls}. Without the folder
 * it does not answer.
 */
public final class VaultKeyProvider implements KeyProvider {

  /** For {@link java.util.ServiceLoader}. */
  public VaultKeyProvider() {}

  @Override
  public String name() {
    return "vault";
  }

  @Override
  public Supplier<KeyEncryptionKey> create(PluginContext context) {
    Path folder = Path.of(context.config().plugin(name()).text("folder", ""));
    return () -> new Vault(folder);
  }

  private record Vault(Path folder) implements KeyEncryptionKey {

    @Override
    public WrappedKey wrap(byte[] dataKey) {
      String version = asked(() -> Files.readString(folder.resolve("current")));
      WrappedKey wrapped = with(version, key -> key.wrap(dataKey));
      return new WrappedKey("vault:" + version, wrapped.keyId() + "/" + wrapped.wrapped());
    }

    @Override
    public byte[] unwrap(WrappedKey wrapped) {
      if (!wrapped.keyId().startsWith("vault:")) {
        throw KeyException.refused("another key has wrapped it", null);
      }
      String[] parts = wrapped.wrapped().split("/", 2);
      return with(
          wrapped.keyId().substring("vault:".length()),
          key -> key.unwrap(new WrappedKey(parts[0], parts[1])));
    }

    private <T> T with(String version, Function<KeyEncryptionKey, T> call) {
      asked(() -> Files.writeString(folder.resolve("calls"), ".", StandardOpenOption.APPEND));
      try (KeyEncryptionKey key = FileKey.in(folder.resolve(version)).get()) {
        return call.apply(key);
      }
    }

    private interface Call<T> {
      T ask() throws IOException;
    }

    private static <T> T asked(Call<T> call) {
      try {
        return call.ask();
      } catch (IOException gone) {
        throw KeyException.unavailable("the vault does not answer", gone);
      }
    }
  }
}
