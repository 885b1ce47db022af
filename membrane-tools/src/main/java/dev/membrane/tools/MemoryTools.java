package dev.membrane.tools;

import static java.util.Objects.requireNonNull;

import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.json.RecordCodec;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The tools by which a model uses a memory: {@code recall}, {@code how_to}, {@code get}, {@code
 * remember}, {@code begin_task}, {@code log_step}, {@code finish_task}, {@code save_state}, {@code
 * load_state}, {@code revise} and {@code forget}.
 */
public final class MemoryTools {

  private static final String FILE = "tools.json";

  private static final Set<String> OF_TASKS = Set.of("begin_task", "log_step", "finish_task");

  private MemoryTools() {}

  /**
   * All tools by name, in the order in which models see them.
   *
   * @param clock tells when evidence was given
   */
  public static Map<String, MemoryTool> all(InstantSource clock) {
    return described(clock, new HowToTool(true));
  }

  /** Those without {@code begin_task}, {@code log_step} and {@code finish_task}. */
  public static Map<String, MemoryTool> withoutTasks(InstantSource clock) {
    Map<String, MemoryTool> tools = new LinkedHashMap<>(described(clock, new HowToTool(false)));
    tools.keySet().removeAll(OF_TASKS);
    return Collections.unmodifiableMap(tools);
  }

  private static Map<String, MemoryTool> described(InstantSource clock, HowToTool howTo) {
    Map<String, ToolUse> uses =
        Stream.of(
                new RecallTool(),
                howTo,
                new GetTool(),
                new RememberTool(),
                new BeginTaskTool(),
                new LogStepTool(),
                new FinishTaskTool(),
                new SaveStateTool(),
                new LoadStateTool(),
                new ReviseTool(clock),
                new ForgetTool())
            .collect(Collectors.toMap(ToolUse::name, use -> use));
    Map<String, MemoryTool> tools = new LinkedHashMap<>();
    for (JsonObject entry : entries()) {
      String name = MemoryTool.nameOf(entry);
      tools.put(name, MemoryTool.of(entry, requireNonNull(uses.get(name), name)));
    }
    return Collections.unmodifiableMap(tools);
  }

  private static List<JsonObject> entries() {
    JsonArray entries = (JsonArray) new RecordCodec().parse(FILE, text());
    return entries.items().stream().map(JsonObject.class::cast).toList();
  }

  private static String text() {
    try (InputStream in = requireNonNull(MemoryTools.class.getResourceAsStream(FILE), FILE)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }
}
