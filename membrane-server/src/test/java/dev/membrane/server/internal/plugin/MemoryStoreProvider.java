package dev.membrane.server.internal.plugin;

import dev.membrane.server.internal.process.Diary;
import dev.membrane.spi.Config;
import dev.membrane.spi.PluginContext;
import dev.membrane.spi.StoreProvider;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.Vectors;
import dev.membrane.store.memory.InMemoryStore;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * {@code backend: memory}, which keeps vectors unless {@code plugins.memory.vectors} is false. It
 * says that it is in {@code plugins.memory.file}, if there is one.
 */
public final class MemoryStoreProvider implements StoreProvider {

  @Override
  public String name() {
    return "memory";
  }

  @Override
  public Supplier<MemoryStore> create(PluginContext context) {
    Config config = context.config().plugin(name());
    boolean hasVectors = config.flag("vectors", true);
    boolean isEarlier = config.flag("of_an_earlier_version", false);
    Diary diary = Diary.of(config);
    return () -> {
      diary.note("store opened");
      MemoryStore store = new NotingStore(hasVectors, diary);
      if (isEarlier) {
        store.commit(
            Changeset.builder().addKey(new Key(Key.FORMER_TERMS.name(), "", null)).build());
      }
      return store;
    };
  }

  @Override
  public Optional<Path> databaseFile(Config config) {
    return Optional.ofNullable(config.plugin(name()).text("file")).map(Path::of);
  }

  private static final class NotingStore extends ForwardingStore {

    private final boolean hasVectors;
    private final Diary diary;

    NotingStore(boolean hasVectors, Diary diary) {
      super(new InMemoryStore());
      this.hasVectors = hasVectors;
      this.diary = diary;
    }

    @Override
    public Optional<Vectors> vectors() {
      return hasVectors ? super.vectors() : Optional.empty();
    }

    @Override
    public void close() {
      diary.note("store closed");
      super.close();
    }

    @Override
    public String toString() {
      return "memory";
    }
  }
}
