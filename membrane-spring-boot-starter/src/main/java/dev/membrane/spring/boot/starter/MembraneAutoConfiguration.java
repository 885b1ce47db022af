package dev.membrane.spring.boot.starter;

import dev.membrane.Caller;
import dev.membrane.ConfigException;
import dev.membrane.Membrane;
import dev.membrane.MembraneBuilder;
import dev.membrane.client.MembraneClient;
import dev.membrane.schema.MembraneException;
import dev.membrane.spi.Embedder;
import dev.membrane.spi.Extractor;
import dev.membrane.spi.Observer;
import dev.membrane.store.sqlite.SqliteStore;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/**
 * The memory of an application: on the server that {@code membrane.address} names, else in a file.
 * The one in a file takes an {@link Embedder}, an {@link Extractor} and an {@link Observer} of the
 * application.
 */
@AutoConfiguration
@EnableConfigurationProperties(MembraneProperties.class)
public final class MembraneAutoConfiguration {

  private static final String USUAL_SCOPE = "application";

  /** What a fault begins with. */
  private static final Pattern KEY = Pattern.compile("^\\w+");

  /** Made by Spring Boot. */
  public MembraneAutoConfiguration() {}

  @Bean(destroyMethod = "close")
  @ConditionalOnMissingBean
  Membrane membrane(
      MembraneProperties properties,
      ObjectProvider<Embedder> embedder,
      ObjectProvider<Extractor> extractor,
      ObjectProvider<Observer> observer) {
    String address = properties.address();
    return address == null
        ? engine(properties, embedder, extractor, observer)
        : client(address, properties);
  }

  private static Membrane engine(
      MembraneProperties properties,
      ObjectProvider<Embedder> embedder,
      ObjectProvider<Extractor> extractor,
      ObjectProvider<Observer> observer) {
    Map<String, String> settings = engineSettings(properties.settings());
    MembraneBuilder builder =
        Membrane.builder()
            .openStore(() -> of("membrane.path", () -> SqliteStore.open(properties.path())))
            .config(settings);
    embedder.ifAvailable(builder::embedder);
    extractor.ifAvailable(builder::extractor);
    observer.ifAvailable(builder::observer);
    String scope = Objects.requireNonNullElse(properties.scope(), USUAL_SCOPE);
    try {
      return builder.caller(Caller.ANONYMOUS.in(scope)).build();
    } catch (ConfigException refused) {
      throw named(refused, settings.keySet());
    }
  }

  /** What is made of a property, which is named if it cannot be used. */
  private static <T> T of(String property, Supplier<T> made) {
    try {
      return made.get();
    } catch (IllegalArgumentException | MembraneException refused) {
      throw new UnusablePropertiesException(property + ": " + refused.getMessage(), refused);
    }
  }

  /**
   * The faults of settings, by the names that an application gives them. Those of its beans are
   * none of a property.
   */
  private static RuntimeException named(ConfigException refused, Set<String> keys) {
    List<String> told =
        refused.faults().stream()
            .map(fault -> KEY.matcher(fault).replaceFirst(word -> property(word.group(), keys)))
            .toList();
    return told.equals(refused.faults())
        ? refused
        : new UnusablePropertiesException(String.join("\n", told), refused);
  }

  private static String property(String word, Set<String> keys) {
    return keys.contains(word) ? "membrane.settings." + word.replace('_', '-') : word;
  }

  private static Membrane client(String address, MembraneProperties properties) {
    MembraneClient.Builder builder = MembraneClient.builder(address);
    of("membrane.deadline", () -> builder.deadline(properties.deadline()));
    String key = properties.key();
    if (key != null) {
      of("membrane.key", () -> builder.key(key));
    }
    if (properties.tls()) {
      builder.tls();
    }
    String scope = properties.scope();
    if (scope != null) {
      of("membrane.scope", () -> builder.scope(scope));
    }
    return of("membrane.address", builder::build);
  }

  /**
   * The engine writes its words with an underscore, Spring Boot with a hyphen, and the environment
   * of a process has a dot there.
   */
  private static Map<String, String> engineSettings(Map<String, String> settings) {
    Map<String, String> renamed = new HashMap<>();
    settings.forEach((key, value) -> renamed.put(key.replace('-', '_').replace('.', '_'), value));
    return renamed;
  }
}
