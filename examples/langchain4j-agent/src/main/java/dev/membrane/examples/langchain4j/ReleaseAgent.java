package dev.membrane.examples.langchain4j;

import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.UserMessage;
import dev.membrane.Caller;
import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.langchain4j.AgentRun;
import dev.membrane.langchain4j.MembraneChatMemoryStore;
import dev.membrane.langchain4j.MembraneContentRetriever;
import dev.membrane.langchain4j.MembraneTools;
import dev.membrane.langchain4j.MemoryAccess;
import dev.membrane.langchain4j.RunOutcome;
import dev.membrane.langchain4j.RunRecorder;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.store.sqlite.SqliteStore;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** Opens the memory each day anew, lets the agent release the shop, and lets it sleep over it. */
public final class ReleaseAgent {

  private static final String TASK = "release the new version of the shop";
  private static final Caller AGENT = Caller.named("release-agent").in("shop");
  private static final int DAYS = 14;

  /** With which the model guesses wrong a few times first. */
  private static final long SEED = 23;

  private ReleaseAgent() {}

  /** Talks about one thing after the other. */
  interface Assistant {
    String chat(@MemoryId String conversation, @UserMessage String text);
  }

  /** What a run of all days came to: whether each released the shop, and what was said last. */
  record Days(List<Boolean> released, String lastAnswer) {}

  /** Prints what the agent does. */
  public static void main(String[] arguments) throws IOException {
    Path folder = Files.createTempDirectory("langchain4j-agent");
    Days unused = run(folder.resolve("memory.db"), System.out);
  }

  static Days run(Path database, PrintStream out) {
    ChatModel model = new ScriptedModel(new Random(SEED));
    List<Boolean> released = new ArrayList<>();
    String answer = "";
    for (int day = 1; day <= DAYS; day++) {
      try (Membrane memory =
          Membrane.builder().openStore(() -> SqliteStore.open(database)).build()) {
        Shop shop = new Shop();
        Assistant assistant = assistant(memory.as(AGENT), model, shop);
        if (day == 1) {
          out.println(assistant.chat("ann", "I am called Ann"));
        }
        answer = assistant.chat("ann", TASK);
        released.add(shop.isReleased());
        out.printf("day %s: %s: %s%n", day, answer, shop.isReleased() ? "released" : "in vain");
        if (day == DAYS) {
          answer = assistant.chat("ann", "What am I called?");
          out.println(answer);
        }
        var learned = memory.maintenance().consolidate();
        out.printf("  over night I learn %s skills%n", learned.of("competence").created());
      }
    }
    return new Days(released, answer);
  }

  private static Assistant assistant(Memory memory, ChatModel model, Shop shop) {
    MemoryAccess access = MemoryAccess.to(memory);
    RunRecorder recorder = RunRecorder.of(access).judgedBy(run -> outcome(run, shop));
    return AiServices.builder(Assistant.class)
        .chatModel(model)
        .chatMemoryProvider(
            id ->
                MessageWindowChatMemory.builder()
                    .id(id)
                    .maxMessages(20)
                    .chatMemoryStore(MembraneChatMemoryStore.of(memory))
                    .build())
        .storeRetrievedContentInChatMemory(false)
        .contentRetriever(
            MembraneContentRetriever.builder(access).types(Set.of(MemoryType.SEMANTIC)).build())
        .tools(shop)
        .toolProvider(MembraneTools.of(access).withoutTasks())
        .registerListeners(recorder.listeners())
        .build();
  }

  /** The agent came to an end; whether it has reached its goal, the shop knows. */
  private static Optional<RunOutcome> outcome(AgentRun run, Shop shop) {
    if (run.calls().isEmpty()) {
      return Optional.empty();
    }
    OutcomeStatus status = shop.isReleased() ? OutcomeStatus.SUCCESS : OutcomeStatus.FAILURE;
    return Optional.of(new RunOutcome(status, run.procedures()));
  }
}
