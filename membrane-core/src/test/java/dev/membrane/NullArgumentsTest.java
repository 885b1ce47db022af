package dev.membrane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.Episode;
import dev.membrane.spi.Extractor.CandidateFact;
import dev.membrane.spi.Notebook.EndedRun;
import dev.membrane.spi.Notebook.Knowledge;
import dev.membrane.spi.PluginContext;
import dev.membrane.store.memory.InMemoryStore;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collections;
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
          ListRecordsRequest.class,
          ListSkillsRequest.class,
          ObservationRequest.class,
          OutcomeRequest.class,
          RecordRequest.class,
          RetrieveEpisodeRequest.class,
          RetrieveRequest.class,
          ToolOutputRequest.class,
          WorkingStateRequest.class);

  /** What users and plugins make to hand it in, or for a test. */
  private static final List<Class<?>> RECORDS =
      List.of(
          Page.class,
          CandidateFact.class,
          EndedRun.class,
          Episode.class,
          Knowledge.class,
          PluginContext.class);

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
      Object builder = request.getMethod("builder").invoke(null);
      tryAll(builder.getClass(), builder, taken);
    }
    tryAll(RetrieveEpisodeRequest.class, RetrieveEpisodeRequest.of("an episode"), taken);
    tryAll(PageRequest.class, PageRequest.FIRST, taken);
    tryAll(IngestOptions.class, IngestOptions.NONE, taken);
    tryAll(TrustContext.class, TrustContext.upTo(Sensitivity.LOW), taken);
    tryAll(Caller.class, Caller.ANONYMOUS, taken);
    tryAll(MembraneBuilder.class, Membrane.builder(), taken);

    assertThat(taken).isEmpty();
    assertThat(calls).isGreaterThan(100);
  }

  @Test
  void null_in_a_record_is_refused_by_the_name_of_the_component()
      throws ReflectiveOperationException {
    List<String> taken = new ArrayList<>();
    for (Class<?> type : RECORDS) {
      tryAll(type, null, taken);
    }

    assertThat(taken).isEmpty();
    assertThat(calls).isGreaterThan(20);
  }

  @Test
  void no_request_is_made_by_the_places_of_its_values() throws ReflectiveOperationException {
    for (Class<?> type : REQUESTS) {
      assertThat(type.getConstructors()).as(type.getSimpleName()).isEmpty();
      Class<?> builder = type.getMethod("builder").getReturnType();
      assertThat(builder.getMethod("build").getReturnType()).isEqualTo(type);
    }
    assertThat(PageRequest.class.getConstructors()).isEmpty();
    assertThat(TrustContext.class.getConstructors()).isEmpty();
  }

  @Test
  void null_among_settings_and_ids_and_a_caller_without_a_name_are_named() {
    assertThatThrownBy(() -> Membrane.builder().config(Collections.singletonMap(null, "a")))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("config.key");
    try (Membrane membrane = Membrane.builder().openStore(InMemoryStore::new).build()) {
      RecordDraft merged = RecordDraft.builder().build();
      assertThatThrownBy(
              () -> membrane.revision().merge(Collections.singletonList(null), merged, "same"))
          .isInstanceOf(NullPointerException.class)
          .hasMessage("ids[0]");
      assertThatThrownBy(() -> membrane.maintenance().consolidateAgain(null, "a"))
          .isInstanceOf(NullPointerException.class)
          .hasMessage("stage");
    }
    assertThatThrownBy(() -> Caller.named(" "))
        .isInstanceOf(ValidationException.class)
        .hasMessage("validation error for name: must not be blank");
    assertThatThrownBy(() -> Caller.named("a\u0000"))
        .isInstanceOf(ValidationException.class)
        .hasMessage("validation error for name: must not contain NUL");
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
          tryOne(type, one, i, null, on, taken);
          Object withNull = holdingNull(one.getParameterTypes()[i]);
          if (withNull != null) {
            tryOne(type, one, i, withNull, on, taken);
          }
        }
      }
    }
  }

  private static void tryOne(
      Class<?> type,
      Executable one,
      int place,
      @Nullable Object argument,
      @Nullable Object on,
      List<String> taken)
      throws ReflectiveOperationException {
    Object[] arguments = new Object[one.getParameterCount()];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = i == place ? argument : sample(one.getParameterTypes()[i]);
    }
    String call = type.getSimpleName() + "." + one.getName() + " " + place + " " + argument;
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
              && cause.getMessage() != null
              && cause.getMessage().matches("[a-zA-Z_.\\[\\]0]{2,40}");
      if (!isNamed) {
        taken.add(call + ": " + cause);
      }
    }
  }

  /** A collection with one element, which is null; null if it is no collection. */
  private static @Nullable Object holdingNull(Class<?> type) {
    Set<@Nullable Object> one = Collections.singleton(null);
    return Stream.<@Nullable Object>of(
            one,
            Collections.singletonList(null),
            Collections.singletonMap("a", null),
            new String[1])
        .filter(type::isInstance)
        .findFirst()
        .orElse(null);
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
