package dev.membrane.examples.outside;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A place where nothing of this project is known but what it has installed. */
final class Outside {

  private static final String BOM = "membrane-bom";

  private final Path folder;
  private final Path repository;

  /** Copies an example into a folder and installs the artifacts beside it. */
  Outside(Path folder, String example) throws IOException {
    this.folder = folder.resolve(example);
    this.repository = folder.resolve("repository");
    copy(root().resolve("examples").resolve(example), this.folder);
    install(BOM);
    for (String artifact : Published.jars()) {
      install(artifact);
    }
  }

  static Path root() {
    return Path.of(System.getProperty("membrane.root"));
  }

  /** What `mvn install` does: the POM that is published, and the jar, into the local repository. */
  private void install(String artifact) throws IOException {
    Path module = root().resolve(artifact);
    String version = version();
    Path place = repository.resolve("dev/membrane").resolve(artifact).resolve(version);
    String name = artifact + "-" + version;
    Files.createDirectories(place);
    Files.copy(module.resolve(".flattened-pom.xml"), place.resolve(name + ".pom"));
    Path jar = module.resolve("target").resolve(name + ".jar");
    if (Files.exists(jar)) {
      Files.copy(jar, place.resolve(name + ".jar"));
    }
  }

  /** The version of all that is published. */
  static String version() throws IOException {
    String text = Files.readString(root().resolve(BOM).resolve(".flattened-pom.xml"));
    return text.substring(text.indexOf("<version>") + 9, text.indexOf("</version>"));
  }

  /** Packages the example. */
  void build() throws IOException, InterruptedException {
    build("package");
  }

  /**
   * Builds the example. Libraries and Maven's own plugins come from the repository that this build
   * has filled already.
   */
  void build(String... words) throws IOException, InterruptedException {
    Path known =
        Path.of(
            System.getProperty(
                "maven.repo.local", System.getProperty("user.home") + "/.m2/repository"));
    List<String> command = new ArrayList<>();
    command.add(root().resolve("mvnw").toString());
    command.addAll(List.of("--batch-mode", "--quiet", "--no-transfer-progress"));
    command.add("-Dmaven.repo.local=" + repository);
    command.add("-Dmaven.repo.local.tail=" + known);
    command.add("-Dmaven.repo.local.tail.ignoreAvailability=true");
    command.addAll(List.of("--file", folder.resolve("pom.xml").toString()));
    command.addAll(List.of(words));
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    // A build of seconds would spend them on the optimising compiler, and so would its tests.
    builder.environment().put("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1");
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
  }

  /** A file that the build has made. */
  Path file(String name) {
    return folder.resolve(name);
  }

  /** How many tests the build has run; none of them failed. */
  int tests() throws IOException {
    try (Stream<Path> reports = Files.list(folder.resolve("target/surefire-reports"))) {
      return reports
          .filter(report -> report.toString().endsWith(".xml"))
          .mapToInt(Outside::testsOf)
          .sum();
    }
  }

  private static int testsOf(Path report) {
    try {
      String text = Files.readString(report);
      int from = text.indexOf(" tests=\"") + 8;
      return Integer.parseInt(text.substring(from, text.indexOf('"', from)));
    } catch (IOException unreadable) {
      throw new AssertionError(unreadable);
    }
  }

  /** The jar that the build has made. */
  Path jar() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("target"))) {
      return files.filter(file -> file.toString().endsWith(".jar")).findAny().orElseThrow();
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path one : all.filter(path -> !path.startsWith(from.resolve("target"))).toList()) {
        Path there = to.resolve(from.relativize(one).toString());
        Files.createDirectories(there.getParent());
        if (!Files.isDirectory(one)) {
          Files.copy(one, there, StandardCopyOption.COPY_ATTRIBUTES);
        }
      }
    }
  }
}
