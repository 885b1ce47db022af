package dev.membrane;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Whoever passes null where it is not allowed is told for which argument, at once. */
class NullArgumentsTest {

  private static final List<Class<?>> REQUESTS =
      List.of(
          EraseRequest.class,
          EventRequest.class,
          IngestBatchRequest.class,
          ListRecordsRequest.class,
          ListSkillsRequest.class,
          ObservationRequest.class,
          OutcomeRequest.class,
          PageRequest.class,
          RecordRequest.class,
          RetrieveEpisodeRequest.class,
          RetrieveRequest.class,
          ToolOutputRequest.class,
          WorkingStateRequest.class);

  /** Values for the other parameters of a method. */
  private static final Map<Class<?>, Object> SAMPLES =
      Map.of(
          int.class,
          1,
          long.class,
          1L,
          double.class,
          0.5,
          boolean.class,
          true,
          String.class,
          "a",
          List.class,
          List.of(),
          Set.class,
          Set.of());

  private int calls;

  @Test
  void null_is_refused_by_the_name_of_the_argument() throws ReflectiveOperationException {
    List<String> taken = new ArrayList<>();
    for (Class<?> request : REQUESTS) {
      tryAll(request, null, taken);
      for (Class<?> nested : request.getClasses()) {
        tryAll(nested, request.getMethod("builder").invoke(null), taken);
      }
    }
    tryAll(IngestOptions.class, IngestOptions.NONE, taken);
    tryAll(TrustContext.class, null, taken);
    tryAll(Caller.class, Caller.ANONYMOUS, taken);
    tryAll(MembraneBuilder.class, Membrane.builder(), taken);

    assertThat(taken).isEmpty();
    assertThat(calls).isGreaterThan(100);
  }

  private void tryAll(Class<?> type, @Nullable Object on, List<String> taken)
      throws ReflectiveOperationException {
    List<Executable> all = new ArrayList<>(List.of(type.getConstructors()));
    Stream.of(type.getMethods())
        .filter(method -> method.getDeclaringClass().getPackageName().equals("dev.membrane"))
        .filter(method -> !method.isBridge() && !method.getName().equals("equals"))
        .filter(
            method ->
                Modifier.isStatic(method.getModifiers())
                    || (on != null && method.getReturnType().isAssignableFrom(type)))
        .forEach(all::add);
    for (Executable one : all) {
      AnnotatedType[] parameters = one.getAnnotatedParameterTypes();
      for (int i = 0; i < parameters.length; i++) {
        boolean isNullable =
            parameters[i].isAnnotationPresent(Nullable.class)
                || one.getParameterTypes()[i].isPrimitive();
        if (!isNullable) {
          calls++;
          tryOne(type, one, i, on, taken);
        }
      }
    }
  }

  private static void tryOne(
      Class<?> type, Executable one, int place, @Nullable Object on, List<String> taken)
      throws ReflectiveOperationException {
    Object[] arguments = new Object[one.getParameterCount()];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = i == place ? null : sample(one.getParameterTypes()[i]);
    }
    String call = type.getSimpleName() + "." + one.getName() + " " + place;
    try {
      if (one instanceof Method method) {
        method.invoke(on, arguments);
      } else {
        ((Constructor<?>) one).newInstance(arguments);
      }
      taken.add(call + ": taken");
    } catch (InvocationTargetException thrown) {
      Throwable cause = thrown.getCause();
      boolean isNamed =
          (cause instanceof NullPointerException || cause instanceof IllegalArgumentException)
              && String.valueOf(cause.getMessage()).matches("[a-zA-Z_.\\[\\]]{2,40}");
      if (!isNamed) {
        taken.add(call + ": " + cause);
      }
    }
  }

  private static @Nullable Object sample(Class<?> type) {
    if (SAMPLES.containsKey(type)) {
      return SAMPLES.get(type);
    }
    return type.isArray() ? Array.newInstance(type.getComponentType(), 0) : enumOrNull(type);
  }

  private static @Nullable Object enumOrNull(Class<?> type) {
    return type.isEnum() ? type.getEnumConstants()[0] : null;
  }
}
