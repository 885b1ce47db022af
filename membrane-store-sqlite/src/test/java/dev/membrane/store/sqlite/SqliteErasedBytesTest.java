package dev.membrane.store.sqlite;

import dev.membrane.internal.scan.WordScan;
import dev.membrane.internal.scan.WordScan.FoundWord;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.ErasedBytesTck;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;

final class SqliteErasedBytesTest extends ErasedBytesTck {

  @TempDir private Path folder;

  @Override
  protected MemoryStore openStore() {
    return EmptyFiles.open(folder.resolve("membrane.db"));
  }

  @Override
  protected void settle(MemoryStore opened) {
    opened.close();
  }

  @Override
  protected Set<String> found(Collection<String> forbidden) {
    try {
      return new WordScan(forbidden)
          .in(folder).stream().map(FoundWord::word).collect(Collectors.toSet());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
