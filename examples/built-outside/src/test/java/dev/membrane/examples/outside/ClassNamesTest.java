package dev.membrane.examples.outside;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A simple name means one type in all modules, also within another type, so that who reads it knows
 * which. The examples are left out, since each of them is read alone, and so are builders, which
 * are always read with what they build.
 */
class ClassNamesTest {

  private static final Pattern DECLARATION =
      Pattern.compile(
          "^ *+(?:(?:public|protected|private|static|final|abstract|sealed|non-sealed) )*+"
              + "(?:class|record|@?interface|enum) (\\w++)",
          Pattern.MULTILINE);

  private record Declared(String name, Path file) {}

  @Test
  void no_two_types_have_the_same_simple_name() throws IOException {
    List<Declared> types = new ArrayList<>();
    for (Path file : sources()) {
      DECLARATION
          .matcher(Files.readString(file))
          .results()
          .map(found -> new Declared(found.group(1), file))
          .forEach(types::add);
    }
    assertThat(types).hasSizeGreaterThan(1_500);
    Map<String, List<Path>> byName =
        types.stream()
            .filter(type -> !type.name().equals("Builder"))
            .collect(groupingBy(Declared::name, mapping(Declared::file, toList())));
    assertThat(byName.entrySet()).filteredOn(name -> name.getValue().size() > 1).isEmpty();
  }

  private static List<Path> sources() throws IOException {
    List<Path> sources = new ArrayList<>();
    try (Stream<Path> folders = Files.list(Outside.root())) {
      for (Path folder : folders.map(it -> it.resolve("src/main/java")).toList()) {
        if (Files.isDirectory(folder)) {
          try (Stream<Path> files = Files.walk(folder)) {
            files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
          }
        }
      }
    }
    return sources;
  }
}
