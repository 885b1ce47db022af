package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.util.JsonFormat;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.Metadata;
import io.grpc.stub.MetadataUtils;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Does what README.md tells its reader to do. */
@Timeout(300)
class ReadmeIT {

  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+)\\n(.*?)^```$");
  private static final Pattern LINK = Pattern.compile("]\\((?!https?:)([^)#]+)");
  private static final Pattern START =
      Pattern.compile("(?:(MEMBRANE_\\w+)=(\\S+) )?\\./membraned((?: \\S+)*)\\s*");
  private static final Pattern MOVE =
      Pattern.compile("\\./membraned((?: \\S+)* (?:export|import) \\S+)\\s*");
  private static final Pattern GRPCURL =
      Pattern.compile(
          "grpcurl -plaintext (?:-H '(\\w+): ([^']*)' )?(?:-d '([^']*)' )?localhost:9820 (\\S+)/(\\w+)\\s*");

  private static final Pattern CURL =
      Pattern.compile(
          "curl (?:-H '(\\w+): ([^']*)' )?(?:--json '([^']*)' )?'?http://localhost:9821(/[^\\s']+)'?\\s*");

  private static final Pattern ASK = Pattern.compile("\\./membraned ((?:remember|recall) .*?)\\s*");

  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

  private static final Pattern HTTP = Pattern.compile("http on (\\S+:\\d+),");

  private static final Pattern ID = Pattern.compile("\"id\":\"([^\"]+)\"");

  /** Stands in README for the id that the reader got. */
  private static final String ID_OF_THE_FACT = "01890a5d-ac96-774b-bcce-b302099a8057";

  @TempDir Path folder;

  @Test
  void its_commands_work_in_the_order_given() throws Exception {
    MembranedProcess server = null;
    List<String> called = new ArrayList<>();
    List<String> moved = new ArrayList<>();
    List<String> asked = new ArrayList<>();
    List<String> answered = new ArrayList<>();
    try {
      for (String written : blocks("sh")) {
        String command = written.replace(ID_OF_THE_FACT, idOfFact(answered));
        Matcher start = START.matcher(command);
        Matcher call = GRPCURL.matcher(command);
        Matcher move = MOVE.matcher(command);
        Matcher curl = CURL.matcher(command);
        Matcher ask = ASK.matcher(command);
        if (ask.matches()) {
          asked.add(run(Map.of("MEMBRANE_HTTP_ADDR", address(server)), words(ask.group(1))));
        } else if (move.matches()) {
          moved.add(run(Map.of(), move.group(1).strip().split(" ")));
        } else if (start.matches()) {
          server = restart(server, start);
        } else if (curl.matches()) {
          answered.add(answer(server, curl));
        } else if (call.matches()) {
          called.add(call.group(5) + ": " + run(server, call));
        } else {
          assertThat(command.strip()).as("run by .ci/run").isEqualTo("./mvnw verify");
        }
      }
    } finally {
      stop(server);
    }
    assertThat(called).hasSize(8);
    assertThat(answered).hasSize(12).noneMatch(answer -> answer.contains("\"title\":"));
    assertThat(answered.subList(0, 2)).allMatch(answer -> answer.contains("\"object\":\"vim\""));
    assertThat(answered.get(4)).contains("\"object\":\"Go\"", "\"explanations\":");
    assertThat(answered.get(9)).contains("\"object\":\"Rust\"");
    assertThat(asked).hasSize(2).allMatch(answer -> answer.contains("\"object\":\"vim\""));
    assertThat(moved)
        .hasSize(2)
        .allMatch(line -> line.matches("(ex|im)ported: [1-9]\\d* records, .*"));
    assertThat(called)
        .anySatisfy(answer -> assertThat(answer).startsWith("Fork: ").contains("record"))
        .anySatisfy(
            answer ->
                assertThat(answer).startsWith("Retrieve: ").contains("records", "explanations"));
  }

  /** Of the first fact that was observed, which README names. */
  private static String idOfFact(List<String> answered) {
    return answered.stream()
        .filter(answer -> answer.contains("prefers_language"))
        .map(ID::matcher)
        .filter(Matcher::find)
        .map(found -> found.group(1))
        .findFirst()
        .orElse(ID_OF_THE_FACT);
  }

  private MembranedProcess restart(MembranedProcess running, Matcher start) throws Exception {
    stop(running);
    Map<String, String> environment = new HashMap<>();
    if (start.group(1) != null) {
      environment.put(start.group(1), start.group(2));
    }
    String[] arguments =
        start.group(3).isBlank() ? new String[0] : start.group(3).strip().split(" ");
    Path script = MembranedProcess.root().resolve("membraned");
    return MembranedProcess.running(script, folder, environment, arguments).awaitServing();
  }

  /** Runs a command that ends by itself; answers what it printed. */
  private String run(Map<String, String> environment, String... arguments) throws IOException {
    Path script = MembranedProcess.root().resolve("membraned");
    try (MembranedProcess command =
        MembranedProcess.running(script, folder, environment, arguments).awaitServing()) {
      assertThat(command.exitCode()).as(command.errors()).isZero();
      return command.startLine();
    }
  }

  private static void stop(MembranedProcess server) {
    if (server != null) {
      server.close();
    }
  }

  private static String answer(MembranedProcess server, Matcher curl) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://" + address(server) + curl.group(4)));
    if (curl.group(1) != null) {
      request.header(curl.group(1), curl.group(2));
    }
    if (curl.group(3) != null) {
      request
          .header("Content-Type", "application/json")
          .POST(HttpRequest.BodyPublishers.ofString(curl.group(3)));
    }
    HttpClient client = HttpClient.newHttpClient();
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString()).body();
  }

  private static String address(MembranedProcess server) {
    Matcher address = HTTP.matcher(server.startLine());
    assertThat(address.find()).as(server.startLine()).isTrue();
    return address.group(1);
  }

  private static String[] words(String command) {
    return WORD.matcher(command)
        .results()
        .map(word -> word.group(1) == null ? word.group(2) : word.group(1))
        .toArray(String[]::new);
  }

  /** Does what grpcurl does: asks the server for its descriptors and sends what they describe. */
  private static String run(MembranedProcess server, Matcher command) throws IOException {
    Channel channel = withHeader(server.channel(), command.group(1), command.group(2));
    MethodDescriptor method =
        Reflection.v1(channel).service(command.group(4)).findMethodByName(command.group(5));
    DynamicMessage.Builder request = DynamicMessage.newBuilder(method.getInputType());
    if (command.group(3) != null) {
      JsonFormat.parser().merge(command.group(3), request);
    }
    byte[] answer =
        new RawClient(channel)
            .call(command.group(4) + "/" + command.group(5), request.build().toByteArray());
    return JsonFormat.printer().print(DynamicMessage.parseFrom(method.getOutputType(), answer));
  }

  private static Channel withHeader(Channel channel, String name, String value) {
    if (name == null) {
      return channel;
    }
    Metadata headers = new Metadata();
    headers.put(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER), value);
    return ClientInterceptors.intercept(
        channel, MetadataUtils.newAttachHeadersInterceptor(headers));
  }

  @Test
  void its_java_runs() throws Exception {
    List<String> snippets = blocks("java");
    assertThat(snippets).hasSize(3);
    assertThat(java("Embedding", main(snippets.get(0)))).contains("prefers_language");
    assertThat(java("Meaning", main(snippets.get(1)))).contains("embedded=1");
    java("Vendor", main("System.out.println(AcmeStoreTest.class);") + snippets.get(2));
  }

  private static String main(String statements) {
    return "class Main { public static void main(String[] arguments) throws Exception {\n"
        + statements
        + "}}\n";
  }

  /** Runs a source file with what the tests have on their class path, in a folder of its own. */
  private String java(String name, String code) throws Exception {
    String imports =
        """
        import dev.membrane.*;
        import dev.membrane.embedder.onnx.*;
        import dev.membrane.internal.engine.*;
        import dev.membrane.internal.ingest.*;
        import dev.membrane.internal.retrieve.*;
        import dev.membrane.schema.*;
        import dev.membrane.spi.*;
        import dev.membrane.store.memory.*;
        import dev.membrane.store.sqlite.*;
        import dev.membrane.tck.*;
        import java.nio.file.Path;
        """;
    Path source = Files.writeString(folder.resolve(name + ".java"), imports + code);
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                source.toString())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }

  @Test
  void its_configuration_is_accepted() throws Exception {
    List<String> yaml = blocks("yaml");
    assertThat(yaml).hasSize(2);
    assertThat(startLine(yaml.get(0))).contains("agents.db");
    assertThat(startLine(yaml.get(1))).contains("auth: 2 principals");
  }

  private String startLine(String configuration) throws Exception {
    Files.writeString(folder.resolve("config.yaml"), configuration);
    try (MembranedProcess server = MembranedProcess.serving(folder)) {
      return server.startLine();
    }
  }

  @Test
  void its_dependency_is_one_that_the_build_makes() throws IOException {
    List<String> xml = blocks("xml");
    assertThat(xml).hasSize(1);
    String bom = Files.readString(MembranedProcess.root().resolve("membrane-bom/pom.xml"));
    for (String tag : List.of("artifactId", "groupId")) {
      assertThat(bom).contains(tagged(xml.get(0), tag));
    }
    assertThat(bom).contains(tagged(xml.get(0), "version").replace("version", "revision"));
  }

  private static String tagged(String xml, String tag) {
    Matcher matcher = Pattern.compile("<" + tag + ">.*</" + tag + ">").matcher(xml);
    assertThat(matcher.find()).isTrue();
    return matcher.group();
  }

  @Test
  void its_links_lead_somewhere() throws IOException {
    List<String> links =
        LINK.matcher(readme()).results().map((MatchResult found) -> found.group(1)).toList();
    assertThat(links).isNotEmpty();
    assertThat(links).allMatch(link -> Files.exists(MembranedProcess.root().resolve(link)));
  }

  private static List<String> blocks(String language) throws IOException {
    return BLOCK
        .matcher(readme())
        .results()
        .filter(found -> found.group(1).equals(language))
        .map(found -> found.group(2))
        .toList();
  }

  private static String readme() throws IOException {
    return Files.readString(MembranedProcess.root().resolve("README.md"));
  }
}
