package dev.membrane.examples.outside;

import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A simple name means one class in all modules, so that who reads it knows which. The examples are
 * left out, since each of them is read alone.
 */
class ClassNamesTest {

  @Test
  void no_two_classes_have_the_same_simple_name() throws IOException {
    List<Path> classes = classes();
    assertThat(classes).hasSizeGreaterThan(500);
    Map<String, List<Path>> byName =
        classes.stream().collect(groupingBy(file -> file.getFileName().toString()));
    assertThat(byName.values()).filteredOn(files -> files.size() > 1).isEmpty();
  }

  private static List<Path> classes() throws IOException {
    List<Path> classes = new ArrayList<>();
    try (Stream<Path> folders = Files.list(Outside.root())) {
      for (Path sources : folders.map(it -> it.resolve("src/main/java")).toList()) {
        if (Files.isDirectory(sources)) {
          try (Stream<Path> files = Files.walk(sources)) {
            files.filter(ClassNamesTest::isClass).forEach(classes::add);
          }
        }
      }
    }
    return classes;
  }

  private static boolean isClass(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(".java") && !name.endsWith("-info.java");
  }
}
