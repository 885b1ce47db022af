package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What is handed out. */
final class Bundle {

  /** Where the build leaves it. */
  static final Path TARGET = MembranedProcess.home().getParent();

  /** How the name of the one for Linux ends. */
  static final String LINUX = "-linux-x86_64.tar.gz";

  private static final Pattern HTTP = Pattern.compile("http on (\\S+:\\d+),");

  private Bundle() {}

  /** Unpacks the one for Linux; answers with its top folder. */
  static Path unpack(Path into) throws Exception {
    assumeTrue(Boolean.getBoolean("membrane.dist"), "-Pdist makes what is handed out");
    run(into, "tar", "-xzf", TARGET.resolve(named(LINUX)).toString());
    try (Stream<Path> all = Files.list(into)) {
      List<Path> top = all.toList();
      assertThat(top).hasSize(1);
      return top.get(0);
    }
  }

  /** The name of the one that ends in this way. */
  static String named(String end) throws IOException {
    return Files.readAllLines(TARGET.resolve("SHA256SUMS")).stream()
        .map(line -> line.split(" +", 2)[1])
        .filter(name -> name.endsWith(end))
        .findFirst()
        .orElseThrow();
  }

  static Process start(Path in, String... command) throws IOException {
    return new ProcessBuilder(command).directory(in.toFile()).redirectErrorStream(true).start();
  }

  /** Runs a program to its end; answers with the lines that it has printed. */
  static List<String> run(Path in, String... command) throws Exception {
    Process process = start(in, command);
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output.lines().toList();
  }

  static String recalledOverHttp(MembranedProcess server) throws Exception {
    return recalledOverHttp(server, "");
  }

  static String recalledOverHttp(MembranedProcess server, String key) throws Exception {
    Matcher address = HTTP.matcher(server.startLine());
    assertThat(address.find()).as(server.startLine()).isTrue();
    String question =
        "{\"task_descriptor\": \"which editor\", \"trust\": {\"max_sensitivity\": \"low\"}}";
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://" + address.group(1) + "/v1/retrieve"))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(question));
    if (!key.isEmpty()) {
      request.header("Authorization", "Bearer " + key);
    }
    return HttpClient.newHttpClient()
        .send(request.build(), HttpResponse.BodyHandlers.ofString())
        .body();
  }
}
