package dev.membrane.examples.learning;

import dev.membrane.ConsolidationResult;
import dev.membrane.Membrane;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.store.sqlite.SqliteStore;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Lets the agent try, sleep over it, and try again. */
public final class LearningAgent {

  private static final int ATTEMPTS = 14;

  /** With which the agent guesses wrong a few times first. */
  private static final long SEED = 23;

  private LearningAgent() {}

  /** Prints what the agent does and why. */
  public static void main(String[] arguments) throws IOException {
    Path folder = Files.createTempDirectory("learning-agent");
    run(folder.resolve("memory.db"), System.out);
  }

  /** How each attempt ended. */
  static List<Boolean> run(Path database, PrintStream out) {
    List<Boolean> ends = new ArrayList<>();
    try (MemoryStore store = SqliteStore.open(database);
        Membrane memory = Membrane.builder().store(store).build()) {
      Agent agent = new Agent(memory, new Random(SEED), out);
      for (int i = 0; i < ATTEMPTS; i++) {
        ends.add(agent.attempt());
        ConsolidationResult learned = memory.maintenance().consolidate();
        out.printf(
            "  over night I learn %s facts, %s skills, %s plans%n",
            learned.of("semantic").created(),
            learned.of("competence").created() + learned.of("generalization").created(),
            learned.of("plan-graph").created());
      }
    }
    return ends;
  }
}
