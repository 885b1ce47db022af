package dev.membrane.server.internal.process;

import dev.membrane.EventRequest;
import dev.membrane.Memory;
import dev.membrane.ObservationRequest;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.Sensitivity;
import dev.membrane.server.internal.plugin.Plugins;
import dev.membrane.server.internal.start.Server;
import dev.membrane.spi.Config;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Does once, in an empty folder, what a server does in its first seconds. The Java runtime can then
 * archive the classes that are loaded for it, which makes later starts faster. The start script
 * runs this.
 */
final class ArchiveTraining {

  private static final String ANY_PORT = "127.0.0.1:0";
  private static final Pattern HTTP = Pattern.compile("http on (127\\.0\\.0\\.1:\\d+)");

  /** What people do most. */
  private static final List<List<String>> COMMANDS =
      List.of(
          List.of("--version"),
          List.of("remember", "rehearsal", "consists_of", "words", "--no-json"),
          List.of("recall", "words", "--no-json"),
          List.of("list"));

  private ArchiveTraining() {}

  /** Keeps its memory in the current folder. */
  public static void main(String[] args) {
    PrintWriter nobody =
        new PrintWriter(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
    Membraned.oneLog();
    try (Server server = Server.start(config())) {
      ReloadSignal.handle(() -> {});
      Membraned.lines(Map.of()).ready(nobody, server.summary(), "");
      live(server.membrane());
      Matcher address = HTTP.matcher(server.summary());
      while (address.find()) {
        ask(address.group(1), nobody);
      }
    }
  }

  private static void ask(String httpAddress, PrintWriter nobody) {
    for (List<String> command : COMMANDS) {
      Membraned.commandLine(Map.of("MEMBRANE_HTTP_ADDR", httpAddress), nobody)
          .setOut(nobody)
          .setErr(nobody)
          .execute(command.toArray(String[]::new));
    }
  }

  /** For a server that listens on no address on which another one may be running. */
  private static Config config() {
    Map<String, JsonValue> values = new HashMap<>();
    new Plugins().addressKeys().forEach(key -> values.put(key, new JsonString(ANY_PORT)));
    values.put("db_path", new JsonString("rehearsal.db"));
    return new Config(values);
  }

  private static void live(Memory membrane) {
    String me = "rehearsal";
    membrane
        .ingestion()
        .event(EventRequest.builder().source(me).eventKind("started").ref("1").unscoped().build());
    membrane
        .ingestion()
        .observe(
            ObservationRequest.builder()
                .source(me)
                .subject(me)
                .predicate("consists_of")
                .object("words")
                .unscoped()
                .build());
    membrane
        .retrieval()
        .retrieve(
            RetrieveRequest.builder()
                .trust(TrustContext.upTo(Sensitivity.LOW))
                .taskDescriptor("some words")
                .build());
    membrane.metrics();
  }
}
