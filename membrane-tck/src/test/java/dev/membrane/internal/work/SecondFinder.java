package dev.membrane.internal.work;

import dev.membrane.spi.StoreProvider;
import java.util.ServiceLoader;

/** Looks for plugins as well. */
public final class SecondFinder {

  ServiceLoader<StoreProvider> found() {
    return ServiceLoader.load(StoreProvider.class);
  }
}
