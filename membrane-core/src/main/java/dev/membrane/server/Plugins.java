package dev.membrane.server;

import dev.membrane.spi.Config;
import dev.membrane.spi.StoreProvider;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The one place where plugins are found. A plugin is chosen by its name in the configuration;
 * nothing becomes active because its jar is there.
 */
final class Plugins {

  private final List<StoreProvider> stores = load(StoreProvider.class);
  private final List<TransportProvider> transports = load(TransportProvider.class);

  /** The store that {@code backend} names; empty, and a fault noted, if there is not just one. */
  Optional<StoreProvider> store(Config config) {
    String backend = config.text("backend", "sqlite");
    return one("backend", backend, "membrane-store-", stores, StoreProvider::name, config);
  }

  /** The transports: gRPC, and those that {@code plugins.<name>.enabled} turns on. */
  List<TransportProvider> transports(Config config) {
    return transports.stream()
        .filter(one -> config.plugin(one.name()).flag("enabled", one.name().equals("grpc")))
        .toList();
  }

  private static <T> Optional<T> one(
      String key,
      String name,
      String module,
      List<T> found,
      Function<T, String> nameOf,
      Config config) {
    List<T> matching = found.stream().filter(one -> nameOf.apply(one).equals(name)).toList();
    if (matching.size() == 1) {
      return Optional.of(matching.get(0));
    }
    String there = found.stream().map(nameOf).sorted().collect(Collectors.joining(", "));
    config.fault(
        key,
        matching.isEmpty()
            ? "no plugin is named " + name + " (there is: " + there + "); add " + module + name
            : matching.size() + " plugins are named " + name + "; keep one of them");
    return Optional.empty();
  }

  private static <T> List<T> load(Class<T> type) {
    return ServiceLoader.load(type).stream().map(ServiceLoader.Provider::get).toList();
  }
}
