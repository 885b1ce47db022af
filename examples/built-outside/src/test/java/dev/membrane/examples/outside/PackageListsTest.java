package dev.membrane.examples.outside;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A package that says which classes it has is right: each of them is in it. A list of all of them,
 * as the packages of the engine have, leaves none out.
 */
class PackageListsTest {

  private static final String INFO = "package-info.java";
  private static final String LIST = "<li>";

  /** What stands before a list of all classes in the other modules. */
  private static final String WHOLE = "The classes by what they are about:";

  /** What is said of a class, or of the end of names. */
  private static final Pattern NAMED =
      Pattern.compile("(ends? with )?\\{@(?:code|link) (?:([a-z0-9.]+)\\.)?([A-Z]\\w*)}");

  @Test
  void a_package_names_only_classes_that_it_has() throws IOException {
    List<Path> infos = infos("");
    assertThat(infos).hasSizeGreaterThan(50);
    List<String> wrong = new ArrayList<>();
    for (Path info : infos) {
      Set<String> there = classes(info);
      named(info).stream().filter(name -> !there.contains(name)).forEach(wrong::add);
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void a_list_of_all_classes_leaves_none_out() throws IOException {
    List<Path> lists = new ArrayList<>();
    for (Path info : infos("membrane-core")) {
      if (text(info).contains(LIST)) {
        lists.add(info);
      }
    }
    for (Path info : infos("")) {
      if (text(info).contains(WHOLE)) {
        lists.add(info);
      }
    }
    assertThat(lists).hasSizeGreaterThan(15);
    for (Path list : lists) {
      assertThat(named(list)).as("classes named in %s", list).containsAll(classes(list));
    }
  }

  /** The names of the classes of the package, each after the name of the package. */
  private static Set<String> classes(Path info) throws IOException {
    String home = nameOf(info);
    try (Stream<Path> files = Files.list(info.resolveSibling(""))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".java") && !name.equals(INFO))
          .map(name -> home + "." + name.replace(".java", ""))
          .collect(toCollection(TreeSet::new));
    }
  }

  /** The same of the classes that the description names. */
  private static Set<String> named(Path info) throws IOException {
    String home = nameOf(info);
    Set<String> names = new TreeSet<>();
    Matcher named = NAMED.matcher(text(info));
    while (named.find()) {
      boolean isElsewhere = named.group(2) != null && !named.group(2).equals(home);
      if (named.group(1) == null && !isElsewhere) {
        names.add(home + "." + named.group(3));
      }
    }
    return names;
  }

  private static String nameOf(Path info) throws IOException {
    String text = text(info);
    int begin = text.indexOf("package dev.") + "package ".length();
    return text.substring(begin, text.indexOf(';', begin));
  }

  /** The description in one line, so that it does not matter where a line ends. */
  private static String text(Path info) throws IOException {
    return Files.readString(info).replaceAll("\\s*\\R \\* *", " ");
  }

  private static List<Path> infos(String module) throws IOException {
    List<Path> infos = new ArrayList<>();
    try (Stream<Path> folders = Files.list(Outside.root())) {
      for (Path folder : folders.filter(it -> it.endsWith(module) || module.isEmpty()).toList()) {
        Path sources = folder.resolve("src/main/java");
        if (Files.isDirectory(sources)) {
          try (Stream<Path> files = Files.walk(sources)) {
            files.filter(file -> file.endsWith(INFO)).forEach(infos::add);
          }
        }
      }
    }
    return infos;
  }
}
