package dev.membrane.spring.boot.starter;

import dev.membrane.spi.Observer;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Meters of what the memory in the own process does. */
@AutoConfiguration(before = MembraneAutoConfiguration.class)
@ConditionalOnClass(MeterBinder.class)
public final class MembraneMetricsAutoConfiguration {

  /** Made by Spring Boot. */
  public MembraneMetricsAutoConfiguration() {}

  @Bean
  @ConditionalOnMissingBean(Observer.class)
  MembraneMeters membraneMeters() {
    return new MembraneMeters();
  }
}
