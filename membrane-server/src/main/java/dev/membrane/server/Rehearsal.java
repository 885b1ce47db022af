package dev.membrane.server;

import dev.membrane.EventRequest;
import dev.membrane.Membrane;
import dev.membrane.ObservationRequest;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.Config;
import dev.membrane.spi.PluginContext;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a server does in its first seconds, done once in an empty folder, so that the Java that does
 * it can archive the classes that this takes. Run by the start script.
 */
final class Rehearsal {

  private static final String ANY_PORT = "127.0.0.1:0";
  private static final Pattern ADDRESS = Pattern.compile("grpc on (127\\.0\\.0\\.1:\\d+)");

  private Rehearsal() {}

  /** Keeps its memory in the current folder. */
  public static void main(String[] args) {
    PrintWriter nobody =
        new PrintWriter(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
    Membraned.commandLine(Map.of(), nobody).setOut(nobody).execute("--version");
    try (Server server = Server.start(config(ANY_PORT))) {
      live(server.membrane());
      Matcher address = ADDRESS.matcher(server.summary());
      while (address.find()) {
        Config reached = config(address.group(1));
        new Plugins()
            .commands()
            .forEach(command -> nobody.println(command.create(new PluginContext(reached)).get()));
      }
    }
  }

  /** For a server that listens on no address on which another one may be running. */
  private static Config config(String grpcAddress) {
    Map<String, JsonValue> values = new HashMap<>();
    new Plugins().addressKeys().forEach(key -> values.put(key, new JsonString(ANY_PORT)));
    values.put("db_path", new JsonString("rehearsal.db"));
    values.put("listen_addr", new JsonString(grpcAddress));
    return new Config(values);
  }

  private static void live(Membrane membrane) {
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
    membrane.metrics().snapshot();
  }
}
