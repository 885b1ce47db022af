package dev.membrane.internal.work;

import dev.membrane.spi.StoreProvider;
import java.util.ServiceLoader;

/** Says nothing with its name, and looks for plugins. */
public final class FinderHelper {

  ServiceLoader<StoreProvider> found() {
    return ServiceLoader.load(StoreProvider.class);
  }
}
