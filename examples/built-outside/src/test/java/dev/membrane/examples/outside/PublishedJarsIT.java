package dev.membrane.examples.outside;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a public repository and a module path ask of our jars and POMs. */
class PublishedJarsIT {

  static Stream<String> modules() {
    return Published.jars().stream();
  }

  @ParameterizedTest
  @MethodSource("modules")
  void a_jar_brings_its_licence_and_its_notice(String module) throws IOException {
    try (JarFile jar = new JarFile(Published.jar(module).toFile())) {
      for (String name : List.of("LICENSE", "NOTICE")) {
        byte[] packed = jar.getInputStream(jar.getEntry("META-INF/" + name)).readAllBytes();
        assertThat(new String(packed, StandardCharsets.UTF_8))
            .isEqualTo(Files.readString(Outside.root().resolve(name)));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("modules")
  void a_jar_is_a_module_with_the_name_of_its_root_package(String module) throws IOException {
    String name = module.replace("membrane-", "dev.membrane.").replace('-', '.');
    assertThat(ModuleFinder.of(Published.jar(module)).find(name)).isPresent();
  }

  @Test
  void no_package_stands_in_two_jars() throws IOException {
    Map<String, String> homes = new HashMap<>();
    for (String module : Published.jars()) {
      for (ModuleReference found : ModuleFinder.of(Published.jar(module)).findAll()) {
        found
            .descriptor()
            .packages()
            .forEach(one -> assertThat(homes.put(one, module)).as("other jar of %s", one).isNull());
      }
    }
    assertThat(homes).hasSizeGreaterThan(15);
  }

  static Stream<String> poms() {
    return Stream.concat(Stream.of("membrane-bom"), modules());
  }

  @ParameterizedTest
  @MethodSource("poms")
  void a_pom_says_what_a_public_repository_asks_for(String module) throws IOException {
    assertThat(pom(module))
        .contains("<name>Membrane", "<description>", "<url>https://", "<inceptionYear>")
        .contains("<name>Apache-2.0</name>", "<name>Membrane maintainers</name>")
        .contains("<connection>scm:git:https://", "<developerConnection>scm:git:https://")
        .doesNotContain("${", "<parent>", "<build>");
  }

  private static String pom(String module) throws IOException {
    Path pom = Outside.root().resolve(module).resolve(".flattened-pom.xml");
    return Files.readString(pom);
  }
}
