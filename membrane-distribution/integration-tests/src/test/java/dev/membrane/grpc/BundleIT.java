package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.membrane.grpc.v1.IngestObservationRequest;
import dev.membrane.grpc.v1.RetrieveRequest;
import dev.membrane.grpc.v1.TrustContext;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is handed out, on a machine without Java. */
class BundleIT {

  private static final String README = "membrane-distribution/src/main/bundle/README.md";
  private static final String SUMS = "SHA256SUMS";

  /** All that the script calls. */
  private static final List<String> PROGRAMS =
      List.of(
          "cat",
          "chmod",
          "cksum",
          "dirname",
          "env",
          "find",
          "locale",
          "ls",
          "mkdir",
          "mktemp",
          "mv",
          "nice",
          "readlink",
          "rm",
          "sed",
          "sh",
          "sleep",
          "sync",
          "tail",
          "touch",
          "uname");

  private static final List<String> PARTS =
      List.of(
          "README.md",
          "LICENSE",
          "NOTICE",
          "config.yaml",
          "sbom.cdx.json",
          SUMS,
          "docs/operations.md",
          "proto/membrane/v1/membrane.proto",
          "deploy/Dockerfile",
          "deploy/compose.yaml",
          "deploy/membraned.service");

  private static final Pattern LINK = Pattern.compile("]\\((?!https?:)([^)#]+)");

  private static final Pattern ANY_LINK =
      Pattern.compile("]\\((?!\\w+:)([^)#\\s]*)(?:#([^)\\s]+))?\\)");

  private static final String DEPLOY = "docs/deploy.md";
  private static final String VERSION = "<version>";

  /** A row of the table of what is handed out. */
  private static final Pattern TABLE =
      Pattern.compile("(?m)^\\| `(membraned-[^`]*|SHA256SUMS)` \\|");

  private static final Pattern NATIVE = Pattern.compile("\\.(?:so|dll|dylib|jnilib)$");

  /** What the bill of materials is of, and no component in it. */
  private static final String OWN_JAR = "membrane-distribution-";

  @TempDir static Path unpacked;

  private static Path home;

  @TempDir Path folder;

  @BeforeAll
  static void unpack() throws Exception {
    home = Bundle.unpack(unpacked);
  }

  /** CI tests what it has made with the same profile, and goes on to later phases. */
  @Test
  void the_command_of_the_page_makes_what_its_table_names() throws Exception {
    String command = shown().get(0).strip();
    assertThat(command).isEqualTo("./mvnw -Pdist package");
    assertThat(Files.readString(MembranedProcess.root().resolve(".ci/run")))
        .containsPattern("(?m)^\\./mvnw (?:-\\S+ )*verify -Pdist ");
    assertThat(TABLE.matcher(DocPage.read(DEPLOY).text()).results())
        .hasSize(3)
        .map(row -> row.group(1).replace(VERSION, version()))
        .allMatch(name -> Files.isRegularFile(Bundle.TARGET.resolve(name)));
  }

  /** In a folder that stands for the root; that systemd starts it is left out. */
  @Test
  void the_unit_is_installed_as_the_page_says_and_is_a_sound_one() throws Exception {
    Path root = Files.createDirectories(folder.resolve("root"));
    Files.createDirectories(root.resolve("opt"));
    Path units = Files.createDirectories(root.resolve("etc/systemd/system"));
    String commands =
        String.join("", shown().subList(1, 3))
            .replace(VERSION, version())
            .replaceAll(" /(opt|etc)\\b", " " + root + "/$1")
            .replace("systemctl enable --now", "systemctl --root=" + root + " enable");
    Bundle.run(Bundle.TARGET, "bash", "-euc", commands);

    assertThat(units.resolve("multi-user.target.wants/membraned.service")).isSymbolicLink();
    Path unit = folder.resolve("membraned.service");
    String text = Files.readString(units.resolve(unit.getFileName()));
    Files.writeString(unit, text.replace("/opt/", root + "/opt/"));
    assertThat(Bundle.run(folder, "systemd-analyze", "verify", unit.toString()))
        .noneMatch(line -> line.contains("membraned"));
    // In tenths of a point: an exposure of 3.0.
    assertThat(
            Bundle.run(
                folder,
                "systemd-analyze",
                "security",
                "--offline=true",
                "--threshold=30",
                unit.toString()))
        .isNotEmpty();
    Path secrets = root.resolve("etc/membrane/environment");
    assertThat(Files.getPosixFilePermissions(secrets))
        .containsExactlyInAnyOrder(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    String[] secret = Files.readString(secrets).strip().split("=", 2);
    assertThat(secret[1]).matches("[0-9a-f]{48}");
    try (MembranedProcess server =
        MembranedProcess.running(
                root.resolve("opt/membrane/bin/membraned"),
                folder,
                Map.of(secret[0], secret[1], "MEMBRANE_CACHE", ""),
                "--config",
                root.resolve("etc/membrane/config.yaml").toString())
            .awaitServing()) {
      assertThat(Bundle.recalledOverHttp(server)).containsIgnoringCase("unauthenticated");
      assertThat(Bundle.recalledOverHttp(server, secret[1])).contains("\"records\"");
    }
  }

  /** The blocks of the page, in their order, that this runs. */
  private static List<String> shown() throws IOException {
    List<String> shown = DocPage.read(DEPLOY).runBy(BundleIT.class);
    assertThat(shown).hasSize(3);
    return shown;
  }

  private static String version() {
    return home.getFileName().toString().substring("membraned-".length());
  }

  @Test
  void the_checksums_hold_until_a_file_is_changed() throws Exception {
    assertThat(Bundle.run(Bundle.TARGET, "sha256sum", "--check", SUMS)).hasSize(2);
    List<String> files =
        Bundle.run(home, "sha256sum", "--check", SUMS).stream()
            .map(line -> line.substring(0, line.lastIndexOf(":")))
            .toList();
    try (Stream<Path> all = Files.walk(home)) {
      assertThat(all.filter(Files::isRegularFile).map(file -> "./" + home.relativize(file)))
          .filteredOn(name -> !name.endsWith("/" + SUMS))
          .containsExactlyInAnyOrderElementsOf(files);
    }
    Path copy = Files.copy(home.resolve("NOTICE"), folder.resolve("NOTICE"));
    String line =
        Files.readAllLines(home.resolve(SUMS)).stream()
            .filter(one -> one.endsWith("./NOTICE"))
            .findFirst()
            .orElseThrow();
    Files.writeString(folder.resolve(SUMS), line + "\n");
    Files.writeString(copy, "more", StandardOpenOption.APPEND);
    Process check = Bundle.start(folder, "sha256sum", "--check", SUMS);
    assertThat(check.waitFor()).isEqualTo(1);
  }

  @Test
  void each_has_one_folder_with_all_that_it_needs() throws Exception {
    assertThat(PARTS).allMatch(part -> Files.isRegularFile(home.resolve(part)));
    assertThat(home.resolve("runtime/bin/java")).isExecutable();
    assertThat(Files.readString(home.resolve("sbom.cdx.json"))).contains("grpc-netty-shaded");
    assertThat(LINK.matcher(Files.readString(home.resolve("README.md"))).results())
        .isNotEmpty()
        .allMatch(link -> Files.exists(home.resolve(link.group(1))));
    Path zip = Bundle.TARGET.resolve(Bundle.named(".zip"));
    try (FileSystem inside =
        FileSystems.newFileSystem(zip, Map.of("enablePosixFileAttributes", "true"))) {
      Path top = inside.getPath("/" + home.getFileName());
      assertThat(PARTS).allMatch(part -> Files.isRegularFile(top.resolve(part)));
      assertThat(children(inside.getPath("/"))).hasSize(1);
      assertThat(top.resolve("runtime")).doesNotExist();
      assertThat(Files.getPosixFilePermissions(top.resolve("bin/membraned")))
          .contains(PosixFilePermission.OTHERS_EXECUTE);
    }
  }

  @Test
  void what_is_for_linux_on_x86_64_has_no_native_library_of_another_system() throws Exception {
    List<String> natives = new ArrayList<>();
    try (Stream<Path> all = Files.walk(home)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        if (file.toString().endsWith(".jar")) {
          Bundle.run(folder, "unzip", "-Z1", file.toString()).stream()
              .filter(entry -> NATIVE.matcher(entry).find())
              .forEach(natives::add);
        } else if (!file.startsWith(home.resolve("runtime"))
            && NATIVE.matcher(file.toString()).find()) {
          natives.add(home.relativize(file).toString());
        }
      }
    }
    assertThat(natives)
        .hasSize(6)
        .allMatch(name -> name.contains("x86_64.so") || name.matches(".*/(x86_64|linux-x64)/.*"));
    Bundle.run(folder, "unzip", "-q", Bundle.TARGET.resolve(Bundle.named(".zip")).toString());
    try (Stream<Path> lib = Files.list(folder.resolve(home.getFileName()).resolve("lib"))) {
      Path onnx =
          lib.filter(jar -> jar.toString().contains("onnxruntime-")).findFirst().orElseThrow();
      assertThat(Bundle.run(folder, "unzip", "-Z1", onnx.toString()))
          .as("of the zip")
          .anyMatch(entry -> entry.contains("osx-aarch64"))
          .anyMatch(entry -> entry.contains("linux-aarch64"));
    }
  }

  @Test
  void the_bill_of_materials_has_the_checksums_of_what_is_there() throws Exception {
    Map<String, JsonNode> components = new HashMap<>();
    components(Files.readString(home.resolve("sbom.cdx.json")))
        .forEach(
            it -> components.put(it.path("name").asText() + "-" + it.path("version").asText(), it));
    List<String> changed = new ArrayList<>();
    for (Path jar : jars()) {
      String name = jar.getFileName().toString().replaceFirst("(-stripped)?\\.jar$", "");
      JsonNode component = components.get(name);
      assertThat(component).as(name).isNotNull();
      String sum = Bundle.run(folder, "sha256sum", jar.toString()).get(0).split(" ", 2)[0];
      if (!component.path("hashes").findValuesAsText("content").contains(sum)) {
        assertThat(component.has("hashes")).as(name).isFalse();
        assertThat(component.path("pedigree").path("notes").asText()).as(name).contains("without");
        changed.add(component.path("name").asText());
      }
    }
    assertThat(changed)
        .containsExactlyInAnyOrder("grpc-netty-shaded", "onnxruntime", "sqlite-jdbc");
  }

  @Test
  void the_bill_of_materials_names_the_java_inside_where_there_is_one() throws Exception {
    String java = home.resolve("runtime/bin/java").toString();
    List<String> properties = Bundle.run(folder, java, "-XshowSettings:properties", "-version");

    assertThat(components(Files.readString(home.resolve("sbom.cdx.json"))))
        .filteredOn(BundleIT::isPlatform)
        .singleElement()
        .satisfies(
            it ->
                assertThat(properties)
                    .contains("    java.runtime.name = " + it.path("name").asText())
                    .contains("    java.runtime.version = " + it.path("version").asText())
                    .contains("    java.vendor = " + it.at("/supplier/name").asText()));
    String zip = Bundle.TARGET.resolve(Bundle.named(".zip")).toString();
    List<String> other = Bundle.run(folder, "unzip", "-p", zip, "*/sbom.cdx.json");
    assertThat(components(String.join("\n", other))).isNotEmpty().noneMatch(BundleIT::isPlatform);
  }

  private static JsonNode components(String bill) throws IOException {
    return new ObjectMapper().readTree(bill).path("components");
  }

  private static boolean isPlatform(JsonNode component) {
    return component.path("type").asText().equals("platform");
  }

  private static List<Path> jars() throws IOException {
    try (Stream<Path> lib = Files.list(home.resolve("lib"))) {
      return lib.filter(file -> file.toString().endsWith(".jar"))
          .filter(file -> !file.getFileName().toString().startsWith(OWN_JAR))
          .toList();
    }
  }

  @Test
  void each_link_of_its_pages_leads_to_what_is_there() throws Exception {
    List<Path> pages = new ArrayList<>(List.of(home.resolve("README.md")));
    try (Stream<Path> all = Files.list(home.resolve("docs"))) {
      all.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
    }
    assertThat(pages).hasSizeGreaterThan(20);
    List<String> lost = new ArrayList<>();
    for (Path page : pages) {
      for (MatchResult link : ANY_LINK.matcher(Files.readString(page)).results().toList()) {
        Path to = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1)).normalize();
        if (!Files.exists(to) || !hasAnchor(to, link.group(2))) {
          lost.add(home.relativize(page) + ": " + link.group());
        }
      }
    }
    assertThat(lost).isEmpty();
  }

  /** As those who show Markdown make anchors of headings. */
  private static boolean hasAnchor(Path page, @Nullable String anchor) throws IOException {
    return anchor == null
        || Files.readAllLines(page).stream()
            .filter(line -> line.startsWith("#"))
            .map(line -> line.replaceFirst("^#+ ", "").toLowerCase(Locale.ROOT))
            .map(title -> title.replaceAll("[^\\w -]", "").replace(' ', '-'))
            .anyMatch(anchor::equals);
  }

  @Test
  void nothing_tells_when_or_by_whom_it_was_packed() throws Exception {
    List<String> entries =
        Bundle.run(
            folder,
            "env",
            "TZ=UTC",
            "tar",
            "--numeric-owner",
            "--full-time",
            "-tvzf",
            Bundle.TARGET.resolve(Bundle.named(Bundle.LINUX)).toString());
    assertThat(entries)
        .hasSizeGreaterThan(100)
        .allMatch(line -> line.matches("[-d]rw[-x]r-[-x]r-[-x] 0/0 +\\d+ 2026-01-01 00:00:00 .*"));
  }

  @Test
  void without_java_it_serves_every_interface_and_remembers_across_a_kill() throws Exception {
    assertThat(DocPage.read(README).runBy(BundleIT.class))
        .containsExactly("bin/membraned make-archive\n");
    Path script = home.resolve("bin/membraned");
    Map<String, String> bare =
        Map.of(
            "PATH", programs().toString(),
            "JAVA_HOME", "",
            "MEMBRANE_CACHE", folder.resolve("cache").toString());
    try (MembranedProcess archive =
        MembranedProcess.running(script, folder, bare, "make-archive").awaitServing()) {
      assertThat(archive.exitCode()).as(archive.errors()).isZero();
      assertThat(Path.of(archive.startLine())).isNotEmptyFile();
    }
    try (MembranedProcess server = start(script, bare)) {
      var unused =
          server
              .stub()
              .ingestObservation(
                  IngestObservationRequest.newBuilder()
                      .setSource("agent")
                      .setSubject("user")
                      .setPredicate("prefers_editor")
                      .setObject("\"vim\"")
                      .build());
      server.kill();
    }
    try (MembranedProcess server = start(script, bare)) {
      TrustContext trust = TrustContext.newBuilder().setMaxSensitivity("low").build();
      RetrieveRequest which =
          RetrieveRequest.newBuilder().setTaskDescriptor("which editor").setTrust(trust).build();
      assertThat(server.stub().retrieve(which).getRecords(0).toStringUtf8()).contains("\"vim\"");
      assertThat(Bundle.recalledOverHttp(server)).contains("\"vim\"");
      try (McpHost host = McpHost.running(script, folder, bare, "--db", "membrane.db")) {
        var unused = host.initialize();
        assertThat(host.recall("which editor")).contains("vim");
      }
      assertThat(server.unlogged()).isEmpty();
    }
  }

  private MembranedProcess start(Path script, Map<String, String> environment) throws IOException {
    return MembranedProcess.running(script, folder, environment, "--db", "membrane.db")
        .awaitServing();
  }

  private Path programs() throws IOException {
    Path bin = Files.createDirectory(folder.resolve("bin"));
    for (String program : PROGRAMS) {
      Files.copy(
          Path.of("/usr/bin", program), bin.resolve(program), StandardCopyOption.COPY_ATTRIBUTES);
    }
    return bin;
  }

  private static List<Path> children(Path of) throws IOException {
    try (Stream<Path> all = Files.list(of)) {
      return all.toList();
    }
  }
}
