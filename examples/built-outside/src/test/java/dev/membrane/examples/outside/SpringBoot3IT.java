package dev.membrane.examples.outside;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The starter in an application on the Spring Boot before the one that it is built with. */
class SpringBoot3IT {

  @TempDir Path folder;

  @Test
  void an_application_on_spring_boot_3_has_its_memory() throws Exception {
    Outside application = new Outside(folder, "built-outside/spring-boot-3");
    application.build();
    assertThat(application.tests()).isEqualTo(1);
  }
}
