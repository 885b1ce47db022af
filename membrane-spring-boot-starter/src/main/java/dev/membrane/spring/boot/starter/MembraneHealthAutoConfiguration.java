package dev.membrane.spring.boot.starter;

import dev.membrane.Membrane;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.CompositeHealthContributorConfiguration;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** Whether each memory can serve, as part of the health of an application. From Boot 4 on. */
@AutoConfiguration(after = MembraneAutoConfiguration.class)
@ConditionalOnClass(HealthIndicator.class)
@ConditionalOnBean(Membrane.class)
@ConditionalOnEnabledHealthIndicator("membrane")
public final class MembraneHealthAutoConfiguration
    extends CompositeHealthContributorConfiguration<HealthIndicator, Membrane> {

  /** Made by Spring Boot. */
  public MembraneHealthAutoConfiguration() {
    super(MembraneHealthIndicator::new);
  }

  /** Of several memories each is a part by the name of its bean. */
  @Bean
  @ConditionalOnMissingBean(name = {"membraneHealthIndicator", "membraneHealthContributor"})
  HealthContributor membraneHealthContributor(ConfigurableListableBeanFactory beans) {
    return createContributor(beans, Membrane.class);
  }
}
