package dev.membrane.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.internal.scan.WordScan;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.KilledErasureTck;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

final class KilledErasureTest extends KilledErasureTck {

  @TempDir private Path folder;
  private int places;

  static final class Erasing {

    private Erasing() {}

    public static void main(String[] args) {
      try (SqliteStore store = SqliteStore.open(Path.of(args[0]))) {
        erase(store);
      }
    }
  }

  @Override
  protected String fresh() {
    places++;
    return folder.resolve("membrane" + places + ".db").toString();
  }

  @Override
  protected MemoryStore open(String place) {
    return SqliteStore.open(Path.of(place));
  }

  @Override
  protected Class<?> erasing() {
    return Erasing.class;
  }

  @Override
  protected void assertGone(String place) throws Exception {
    assertThat(new WordScan(List.of(ERASED)).in(folder)).isEmpty();
  }
}
