package dev.membrane.internal;

import dev.membrane.schema.JsonObject;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.spi.Episode;
import dev.membrane.spi.LessonCodec;
import dev.membrane.spi.Notebook;
import dev.membrane.spi.Observer;
import dev.membrane.spi.Observer.WorkOutcome;
import dev.membrane.spi.Stage;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Wraps a stage, since a stage is a plugin. An error in its code, such as a missing class, counts
 * as a failure on one episode, like any exception, and does not end the run of all stages. An
 * observer is told about each call.
 *
 * @param <L> the lessons of the stage
 */
final class SupervisedStage<L> implements Stage<L> {

  private final Stage<L> stage;
  private final Observer observer;

  SupervisedStage(Stage<L> stage, Observer observer) {
    this.stage = stage;
    this.observer = observer;
  }

  /** A stage has failed with an error. */
  static final class StageFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    StageFailedException(Error cause) {
      super(cause);
    }
  }

  @Override
  public String name() {
    return stage.name();
  }

  @Override
  public String author() {
    return stage.author();
  }

  @Override
  public boolean canContradict() {
    return stage.canContradict();
  }

  @Override
  public void prepare(List<Episode> episodes) {
    supervised(
        "prepare",
        () -> {
          stage.prepare(episodes);
          return true;
        });
  }

  @Override
  public LessonCodec<L> codec() {
    LessonCodec<L> codec = stage.codec();
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
  public void exchange(
      String episodeId, @Nullable L former, @Nullable L lesson, Notebook notebook) {
    supervised(
        "exchange",
        () -> {
          stage.exchange(episodeId, former, lesson, notebook);
          return true;
        });
  }

  @Override
  public void conclude(Notebook notebook) {
    supervised(
        "conclude",
        () -> {
          stage.conclude(notebook);
          return true;
        });
  }

  @Override
  public void forget(MemoryRecord record, Notebook notebook) {
    supervised(
        "forget",
        () -> {
          stage.forget(record, notebook);
          return true;
        });
  }

  @Override
  public boolean isRepeatable() {
    return supervised("isRepeatable", stage::isRepeatable);
  }

  @Override
  public void lose(Set<String> ids, Collection<MemoryRecord> learned, Notebook notebook) {
    supervised(
        "lose",
        () -> {
          stage.lose(ids, learned, notebook);
          return true;
        });
  }

  @Override
  public JsonObject without(Set<String> ids, JsonObject note) {
    return supervised("without", () -> stage.without(ids, note));
  }

  private <T> T supervised(String step, Supplier<T> work) {
    long start = System.nanoTime();
    WorkOutcome outcome = WorkOutcome.OK;
    try {
      return work.get();
    } catch (RuntimeException failure) {
      outcome = WorkOutcome.of(failure);
      throw failure;
    } catch (Error failure) {
      outcome = WorkOutcome.ERROR;
      throw asException(failure);
    } finally {
      observer.stage(name(), step, outcome, Duration.ofNanos(System.nanoTime() - start));
    }
  }

  /** An error of the machine itself is thrown on, except an overflow of the stack by the stage. */
  private static StageFailedException asException(Error failure) {
    if (failure instanceof VirtualMachineError broken && !(broken instanceof StackOverflowError)) {
      throw broken;
    }
    return new StageFailedException(failure);
  }
}
