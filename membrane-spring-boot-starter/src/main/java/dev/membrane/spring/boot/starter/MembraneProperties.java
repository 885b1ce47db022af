package dev.membrane.spring.boot.starter;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where the memory is, and who uses it. Immutable.
 *
 * @param address Host and port of a server to ask. Without it the memory is in the own process.
 * @param key Key that is shown to the server.
 * @param tls Whether the connection to the server is encrypted.
 * @param deadline How long a call to the server waits for its answer.
 * @param path File that the memory in the own process is kept in.
 * @param settings Settings of the memory in the own process, such as relevance-weight.
 * @param scope Scope that everything is written to. Without it "application" in the own process,
 *     and on a server the only one of the key.
 * @param chat How conversations are kept.
 * @param advisor What the advisor adds to a prompt.
 */
@ConfigurationProperties(value = "membrane", ignoreUnknownFields = false)
public record MembraneProperties(
    @Nullable String address,
    @Nullable String key,
    @DefaultValue("false") boolean tls,
    @DefaultValue("30s") Duration deadline,
    @DefaultValue("membrane.db") Path path,
    @DefaultValue Map<String, String> settings,
    @Nullable String scope,
    @DefaultValue @NestedConfigurationProperty ChatProperties chat,
    @DefaultValue @NestedConfigurationProperty AdvisorProperties advisor) {

  /**
   * Checks that what is set goes together.
   *
   * @throws IllegalArgumentException naming the property
   */
  public MembraneProperties {
    settings = Map.copyOf(settings);
    if (address != null && address.isBlank()) {
      throw new IllegalArgumentException("membrane.address must not be blank");
    }
    if (scope != null && scope.isBlank()) {
      throw new IllegalArgumentException("membrane.scope must not be blank");
    }
    if (address == null && (key != null || tls)) {
      throw new IllegalArgumentException(
          "membrane.address is missing, for membrane.key and membrane.tls are of a server");
    }
    if (address != null && !settings.isEmpty()) {
      throw new IllegalArgumentException(
          "membrane.settings are of a memory in the own process, and membrane.address is set");
    }
    if (deadline.isNegative() || deadline.isZero()) {
      throw new IllegalArgumentException("membrane.deadline must be positive");
    }
  }

  /** What may be seen of the properties, which is all but the key. */
  @Override
  public String toString() {
    return address == null ? "memory in " + path : "memory at " + address;
  }
}
