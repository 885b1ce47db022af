package dev.membrane.internal.retrieve.vector;

import dev.membrane.Caller;
import dev.membrane.spi.Embedder;
import dev.membrane.spi.Tracer;
import dev.membrane.spi.store.Vector;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Embeds questions, and keeps the vectors of the latest of each asker, since agents ask the same
 * again and again. An asker's questions replace its own, and all of those of whoever has asked
 * nothing for the longest time, so that the time of an answer tells nobody what, or how much,
 * another has asked. Safe for use by many threads.
 */
public final class QuestionVectors {

  /** How long the embedder of an engine is waited for: longer than it waits for a service. */
  public static final Duration MAX_WAIT = Duration.ofSeconds(30);

  /** How many vectors are kept for each asker. */
  private static final int MAX = 100;

  /** How many askers are known: those who asked last. */
  private static final int MAX_ASKERS = 100;

  /** A longer text is not kept. */
  private static final int MAX_LENGTH = 2_000;

  private final Embedder embedder;
  private final Duration most;
  private final QueryThreads threads;
  private final Map<String, Map<Question, Vector>> byAsker = new Latest<>(MAX_ASKERS);

  private record Question(String model, String text) {}

  /**
   * No question is known yet.
   *
   * @param most how long the embedder is waited for
   */
  public QuestionVectors(Embedder embedder, Duration most, Tracer tracer) {
    this.embedder = embedder;
    this.most = most;
    this.threads = new QueryThreads(most, tracer);
  }

  public String model() {
    return embedder.model();
  }

  /** Begins to ask for the vector of a question, unless it is known. */
  public PendingQueryVector ask(String text, Caller caller) {
    String asker = caller.name();
    Question question = new Question(model(), text);
    Vector known = known(asker, question);
    CompletableFuture<Vector> vector =
        known == null
            ? threads.begin(() -> embedded(asker, question))
            : CompletableFuture.completedFuture(known);
    return new PendingQueryVector(vector, caller, most);
  }

  private Vector embedded(String asker, Question question) {
    Vector vector = Vector.of(embedder.embedQuery(question.text()));
    if (question.text().length() <= MAX_LENGTH) {
      keep(asker, question, vector);
    }
    return vector;
  }

  private synchronized @Nullable Vector known(String asker, Question question) {
    return byAsker.getOrDefault(asker, Map.of()).get(question);
  }

  private synchronized void keep(String asker, Question question, Vector vector) {
    byAsker.computeIfAbsent(asker, name -> new Latest<>(MAX)).put(question, vector);
  }

  /** The entries that were used last. */
  private static final class Latest<K, V> extends LinkedHashMap<K, V> {

    private static final long serialVersionUID = 1L;

    private final int most;

    Latest(int most) {
      super(16, 0.75f, true);
      this.most = most;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
      return size() > most;
    }
  }
}
