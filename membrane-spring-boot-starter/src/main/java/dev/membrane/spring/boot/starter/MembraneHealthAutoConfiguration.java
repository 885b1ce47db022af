package dev.membrane.spring.boot.starter;

import dev.membrane.Membrane;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** Whether the memory can serve, as part of the health of an application. From Boot 4 on. */
@AutoConfiguration(after = MembraneAutoConfiguration.class)
@ConditionalOnClass(HealthIndicator.class)
@ConditionalOnBean(Membrane.class)
@ConditionalOnEnabledHealthIndicator("membrane")
public final class MembraneHealthAutoConfiguration {

  /** Made by Spring Boot. */
  public MembraneHealthAutoConfiguration() {}

  @Bean
  @ConditionalOnMissingBean(name = "membraneHealthIndicator")
  HealthIndicator membraneHealthIndicator(Membrane membrane) {
    return new MembraneHealthIndicator(membrane);
  }
}
