package dev.membrane.testing;

import static java.util.Objects.requireNonNull;

import dev.membrane.Membrane;
import dev.membrane.MembraneBuilder;
import dev.membrane.spi.Notebook;
import dev.membrane.spi.Stage;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The default stages of the consolidation, in their order. */
enum LearningStage {
  SEMANTIC(1),
  COMPETENCE(2),
  PLAN_GRAPH(3),
  GENERALIZATION(4);

  private final int number;

  LearningStage(int number) {
    this.number = number;
  }

  /** The stages, which say of what episode they learn when they draw ids. */
  static List<Stage<?>> drawingFrom(StepIds ids) {
    List<Stage<?>> stages = MembraneBuilder.defaultStages();
    if (stages.size() != values().length) {
      throw new IllegalStateException("other stages: " + stages);
    }
    List<Stage<?>> drawing = new ArrayList<>();
    for (LearningStage stage : values()) {
      drawing.add(stage.drawing(stages.get(stage.number - 1), ids));
    }
    return drawing;
  }

  /** Its place, counted from 1. */
  int number() {
    return number;
  }

  private Stage<?> drawing(Stage<?> stage, StepIds ids) {
    IdentityHashMap<Notebook, String> latest = new IdentityHashMap<>();
    InvocationHandler handler =
        (proxy, method, args) -> {
          switch (method.getName()) {
            case "exchange" -> {
              latest.put((Notebook) args[3], (String) args[0]);
              ids.learn(this, (String) args[0]);
            }
            case "lose" -> {
              String one =
                  ((Set<?>) args[0])
                      .stream().map(String::valueOf).sorted().findFirst().orElseThrow();
              latest.put((Notebook) args[2], one);
              ids.learn(this, one);
            }
            case "conclude" -> ids.learn(this, requireNonNull(latest.remove((Notebook) args[0])));
            default -> {
              return passed(method, stage, args);
            }
          }
          try {
            return passed(method, stage, args);
          } finally {
            ids.learnNoMore();
          }
        };
    return (Stage<?>)
        Proxy.newProxyInstance(
            Membrane.class.getClassLoader(), new Class<?>[] {Stage.class}, handler);
  }

  private static @Nullable Object passed(Method method, Stage<?> stage, Object @Nullable [] args)
      throws Throwable {
    try {
      return method.invoke(stage, args);
    } catch (InvocationTargetException failure) {
      throw failure.getCause();
    }
  }
}
