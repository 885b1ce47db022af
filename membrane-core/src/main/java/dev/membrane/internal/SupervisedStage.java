package dev.membrane.internal;

import dev.membrane.internal.work.PluginFailures;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.spi.Episode;
import dev.membrane.spi.Notebook;
import dev.membrane.spi.Observer;
import dev.membrane.spi.Observer.WorkOutcome;
import dev.membrane.spi.Stage;
import dev.membrane.spi.Stage.LessonCodec;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Wraps a stage, since a stage is a plugin. Whatever it throws, such as an error because a class is
 * missing or the memory does not suffice, counts as a failure on one episode, and does not end the
 * run of all stages. An observer is told about each step.
 *
 * @param <L> the lessons of the stage
 */
final class SupervisedStage<L> implements Stage<L> {

  private final Stage<L> stage;
  private final Observer observer;
  private final String name;

  SupervisedStage(Stage<L> stage, Observer observer) {
    this.stage = stage;
    this.observer = observer;
    this.name = stage.name();
  }

  /** A stage has thrown what is no {@link RuntimeException}. */
  static final class StageFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    StageFailedException(Throwable cause) {
      super(cause);
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String author() {
    return guarded(stage::author);
  }

  @Override
  public boolean canContradict() {
    return guarded(stage::canContradict);
  }

  @Override
  public void prepare(List<Episode> episodes) {
    supervise("prepare", () -> stage.prepare(episodes));
  }

  @Override
  public LessonCodec<L> codec() {
    LessonCodec<L> codec = guarded(stage::codec);
    return new LessonCodec<>() {

      @Override
      public JsonObject write(L lesson) {
        return supervised("codec", () -> codec.write(lesson));
      }

      @Override
      public L read(JsonObject stored) {
        return supervised("codec", () -> codec.read(stored));
      }
    };
  }

  @Override
  public Optional<L> lesson(Episode episode) {
    return supervised("lesson", () -> stage.lesson(episode));
  }

  @Override
  public Collection<String> notes(L lesson) {
    return supervised("notes", () -> stage.notes(lesson));
  }

  @Override
  public Collection<SemanticPayload> facts(L lesson) {
    return supervised("facts", () -> stage.facts(lesson));
  }

  @Override
  public Optional<L> only(L lesson, Predicate<SemanticPayload> facts) {
    return supervised("only", () -> stage.only(lesson, facts));
  }

  @Override
  public void exchange(
      String episodeId, @Nullable L former, @Nullable L lesson, Notebook notebook) {
    supervise("exchange", () -> stage.exchange(episodeId, former, lesson, notebook));
  }

  @Override
  public void conclude(Notebook notebook) {
    supervise("conclude", () -> stage.conclude(notebook));
  }

  @Override
  public void forget(MemoryRecord record, Notebook notebook) {
    supervise("forget", () -> stage.forget(record, notebook));
  }

  @Override
  public boolean isRepeatable() {
    return supervised("isRepeatable", stage::isRepeatable);
  }

  @Override
  public void lose(Set<String> ids, Collection<MemoryRecord> learned, Notebook notebook) {
    supervise("lose", () -> stage.lose(ids, learned, notebook));
  }

  @Override
  public JsonObject without(Set<String> ids, JsonObject note) {
    return supervised("without", () -> stage.without(ids, note));
  }

  private void supervise(String step, Runnable work) {
    supervised(
        step,
        () -> {
          work.run();
          return true;
        });
  }

  private <T> T supervised(String step, Supplier<T> work) {
    long start = System.nanoTime();
    WorkOutcome outcome = WorkOutcome.OK;
    try {
      return guarded(work);
    } catch (RuntimeException | Error failure) {
      outcome = WorkOutcome.of(failure);
      throw failure;
    } finally {
      observer.stage(name, step, outcome, Duration.ofNanos(System.nanoTime() - start));
    }
  }

  private static <T> T guarded(Supplier<T> work) {
    try {
      return work.get();
    } catch (RuntimeException known) {
      throw known;
    } catch (Throwable failure) {
      // Also an OutOfMemoryError: an array may be too long for one episode. If all memory is used
      // up, the episodes are tried again much later.
      PluginFailures.keepInterrupt(failure);
      throw new StageFailedException(failure);
    }
  }
}
