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
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
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
    try {
      return address == null
          ? engine(properties, embedder, extractor, observer)
          : client(address, properties);
    } catch (ConfigException refused) {
      throw new UnusablePropertiesException(named(refused), refused);
    } catch (IllegalArgumentException | MembraneException refused) {
      String place = address == null ? "membrane.path" : "membrane.address";
      throw new UnusablePropertiesException(place + ": " + refused.getMessage(), refused);
    }
  }

  private static Membrane engine(
      MembraneProperties properties,
      ObjectProvider<Embedder> embedder,
      ObjectProvider<Extractor> extractor,
      ObjectProvider<Observer> observer) {
    MembraneBuilder builder =
        Membrane.builder()
            .openStore(() -> SqliteStore.open(properties.path()))
            .config(engineSettings(properties.settings()));
    embedder.ifAvailable(builder::embedder);
    extractor.ifAvailable(builder::extractor);
    observer.ifAvailable(builder::observer);
    String scope = Objects.requireNonNullElse(properties.scope(), USUAL_SCOPE);
    return builder.caller(Caller.ANONYMOUS.in(scope)).build();
  }

  /** The faults of settings, by the names that an application gives them. */
  private static String named(ConfigException refused) {
    return refused.faults().stream()
        .map(fault -> KEY.matcher(fault).replaceFirst(MembraneAutoConfiguration::property))
        .collect(Collectors.joining("\n"));
  }

  private static String property(MatchResult key) {
    return "membrane.settings." + key.group().replace('_', '-');
  }

  private static Membrane client(String address, MembraneProperties properties) {
    MembraneClient.Builder builder =
        MembraneClient.builder(address).deadline(properties.deadline());
    if (properties.key() != null) {
      builder.key(properties.key());
    }
    if (properties.tls()) {
      builder.tls();
    }
    if (properties.scope() != null) {
      builder.scope(properties.scope());
    }
    return builder.build();
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
