package com.example;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.Membrane;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** An application on Spring Boot 3.5, with the actuator and without Spring AI. */
class ApplicationTest {

  @TempDir private Path folder;

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Application {}

  @Test
  void it_has_its_memory_and_the_meters_of_it() {
    assertThat(SpringBootVersion.getVersion()).startsWith("3.5.");
    try (ConfigurableApplicationContext context = start()) {
      Membrane membrane = context.getBean(Membrane.class);
      membrane.ingestion().observe("test", "user", "likes", "tea");
      assertThat(context.getBean(MeterRegistry.class).get("membrane.store").timers()).isNotEmpty();
    }
    try (ConfigurableApplicationContext context = start()) {
      assertThat(context.getBean(Membrane.class).retrieval().retrieve("tea").records())
          .extracting(record -> record.scope())
          .containsExactly("project");
    }
  }

  private ConfigurableApplicationContext start() {
    return SpringApplication.run(
        Application.class,
        "--membrane.path=" + folder.resolve("memory.db"),
        "--membrane.scope=project");
  }
}
