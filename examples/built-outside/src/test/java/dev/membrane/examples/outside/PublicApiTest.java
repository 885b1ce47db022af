package dev.membrane.examples.outside;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What each module offers stands in its {@code public-api.txt}, so that no change of it happens
 * without being seen.
 */
class PublicApiTest {

  private static final boolean WRITE = Boolean.getBoolean("membrane.api.write");
  private static final Pattern TYPE = Pattern.compile("^.*?(dev\\.membrane[\\w.$]*).*$");
  private static final String ADVICE =
      """
      The public API of %s is not what its public-api.txt says (- gone, + new):
      %s
      If that is meant, write the lists anew and look at what `git diff` says:
      ./mvnw -pl examples/built-outside -am test -Dtest=PublicApiTest \
      -Dsurefire.failIfNoSpecifiedTests=false -Dmembrane.api.write=true""";

  /** All but the one that is generated whole, which the test of the wire holds. */
  static Stream<String> modules() {
    return Published.jars().stream().filter(module -> !module.equals("membrane-grpc-stubs"));
  }

  @ParameterizedTest
  @MethodSource("modules")
  void the_public_api_is_the_one_that_is_listed(String module) throws IOException {
    List<String> found = PublicApi.of(module);
    Path list = Outside.root().resolve(module).resolve("public-api.txt");
    if (WRITE) {
      Files.write(list, found);
    }
    List<String> listed = Files.readAllLines(list);
    assertThat(found).isNotEmpty();
    assertThat(listed)
        .withFailMessage(() -> ADVICE.formatted(module, difference(listed, found)))
        .isEqualTo(found);
  }

  @Test
  void the_core_has_at_most_90_types_that_are_part_of_no_other() {
    assertThat(PublicApi.of("membrane-core"))
        .filteredOn(line -> !line.startsWith(" "))
        .as("nest a part of one type in it, as CONTRIBUTING.md says")
        .filteredOn(line -> !TYPE.matcher(line).replaceAll("$1").contains("$"))
        .hasSizeBetween(1, 90);
  }

  private static String difference(List<String> listed, List<String> found) {
    Set<String> before = withTypes(listed);
    Set<String> after = withTypes(found);
    List<String> lines = new ArrayList<>();
    before.stream().filter(line -> !after.contains(line)).forEach(line -> lines.add("- " + line));
    after.stream().filter(line -> !before.contains(line)).forEach(line -> lines.add("+ " + line));
    return lines.isEmpty() ? "only the order of the lines" : String.join("\n", lines);
  }

  /** Each member with the type that it belongs to. */
  private static Set<String> withTypes(List<String> lines) {
    Set<String> all = new LinkedHashSet<>();
    String type = "";
    for (String line : lines) {
      if (line.startsWith(" ")) {
        all.add(type + ": " + line.strip());
      } else {
        all.add(line);
        type = TYPE.matcher(line).replaceAll("$1");
      }
    }
    return all;
  }
}
