package dev.membrane.server.internal.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.spi.store.MemoryStore;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page about plugins tells of each method that a store may do without. */
class DocumentedCapabilitiesTest {

  private static final Path PAGE =
      Path.of(System.getProperty("membrane.root"), "docs", "plugins.md");
  private static final Pattern NAME = Pattern.compile("`(\\w+)`");

  @Test
  void each_method_with_a_default_is_in_the_table() throws IOException {
    Set<String> told =
        Files.readString(PAGE)
            .lines()
            .dropWhile(line -> !line.startsWith("| method |"))
            .skip(2)
            .takeWhile(line -> line.startsWith("|"))
            .map(line -> line.split("\\|", -1)[1])
            .flatMap(cell -> NAME.matcher(cell).results())
            .map(MatchResult::group)
            .map(name -> name.replace("`", ""))
            .collect(Collectors.toSet());

    assertThat(told)
        .isEqualTo(
            Arrays.stream(MemoryStore.class.getMethods())
                .filter(Method::isDefault)
                .map(Method::getName)
                .collect(Collectors.toSet()));
  }
}
