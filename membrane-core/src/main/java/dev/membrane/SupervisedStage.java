package dev.membrane;

import dev.membrane.schema.JsonObject;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.spi.Episode;
import dev.membrane.spi.Notebook;
import dev.membrane.spi.Observer;
import dev.membrane.spi.Observer.Outcome;
import dev.membrane.spi.Stage;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

/**
 * The boundary to a stage, which is a plugin. An error of its code, such as a class that is not
 * there, is a failure on one episode like any exception, and not the end of the run for all stages.
 * What it does is told to an observer.
 */
final class SupervisedStage implements Stage {

  private final Stage stage;
  private final Observer observer;

  SupervisedStage(Stage stage, Observer observer) {
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
  public JsonObject lesson(Episode episode) {
    return supervised("lesson", () -> stage.lesson(episode));
  }

  @Override
  public Collection<String> notes(JsonObject lesson) {
    return supervised("notes", () -> stage.notes(lesson));
  }

  @Override
  public Collection<SemanticPayload> facts(JsonObject lesson) {
    return supervised("facts", () -> stage.facts(lesson));
  }

  @Override
  public void exchange(String episodeId, JsonObject former, JsonObject lesson, Notebook notebook) {
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

  private <T> T supervised(String step, Supplier<T> work) {
    long start = System.nanoTime();
    Outcome outcome = Outcome.OK;
    try {
      return work.get();
    } catch (RuntimeException failure) {
      outcome = Outcome.of(failure);
      throw failure;
    } catch (Error failure) {
      outcome = Outcome.ERROR;
      throw asException(failure);
    } finally {
      observer.stage(name(), step, outcome, Duration.ofNanos(System.nanoTime() - start));
    }
  }

  /** Of what is wrong with the machine itself only an overflow of the stack is the stage's own. */
  private static StageFailedException asException(Error failure) {
    if (failure instanceof VirtualMachineError broken && !(broken instanceof StackOverflowError)) {
      throw broken;
    }
    return new StageFailedException(failure);
  }
}
