package dev.membrane.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.Membrane;
import dev.membrane.schema.RecordView;
import dev.membrane.spi.store.MemoryStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** Two engines over one store, the oracle, and what was done to both. */
final class ComparedMemories implements AutoCloseable {

  static final int ENGINES = 2;

  final SharedEngines bench;
  final Oracle oracle = new Oracle();
  final List<String> story = new ArrayList<>();
  private int engine;

  ComparedMemories(MemoryStore store) {
    this.bench = new SharedEngines(store, ENGINES);
  }

  Instant now() {
    return bench.clock.instant();
  }

  /** Whom to talk to from now on. */
  void turnTo(int number) {
    engine = number;
  }

  Membrane membrane() {
    return bench.engine(engine);
  }

  /** Makes a call without an answer; says whether it took effect. */
  boolean tell(String what, Refusals refusals, Consumer<Membrane> call) {
    tell(what);
    int before = bench.store.commits();
    try {
      call.accept(membrane());
    } catch (RuntimeException refused) {
      return refused(refused, refusals, before);
    }
    assertThat(refusals.reasons()).as("reasons to refuse: %s", what).isEmpty();
    assertThat(bench.store.commits()).as("commits after: %s", what).isEqualTo(before + 1);
    return true;
  }

  /** Makes a call that answers with a record. */
  Optional<RecordView> ask(String what, Refusals refusals, Function<Membrane, RecordView> call) {
    List<RecordView> answers = new ArrayList<>();
    tell(what, refusals, membrane -> answers.add(call.apply(membrane)));
    return answers.stream().findFirst();
  }

  private boolean refused(RuntimeException refused, Refusals refusals, int before) {
    if (!refusals.reasons().contains(refused.getClass())) {
      throw new AssertionError("refused, but expected " + refusals.reasons(), refused);
    }
    assertThat(bench.store.commits()).as("commits of a refused call").isEqualTo(before);
    story.set(story.size() - 1, story.get(story.size() - 1) + ": " + refused.getMessage());
    return false;
  }

  void tell(String what) {
    story.add(now() + " engine " + engine + ": " + what);
  }

  @Override
  public void close() {
    bench.close();
  }
}
