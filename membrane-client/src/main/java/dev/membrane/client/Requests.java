package dev.membrane.client;

import static java.util.Objects.requireNonNull;

import dev.membrane.RetrieveAnswer.AnswerView;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.schema.Constraint;
import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonBoolean;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.json.RecordCodec;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Makes parts of the request messages. A null means that something is not set, and is left out. */
final class Requests {

  private static final RecordCodec CODEC = new RecordCodec();

  private Requests() {}

  static <T> void set(@Nullable T value, Consumer<T> setter) {
    if (value != null) {
      setter.accept(value);
    }
  }

  /** Refuses null by the name of the argument, and of the element in it. */
  static <T> List<T> elements(String name, List<? extends T> given) {
    for (int i = 0; i < requireNonNull(given, name).size(); i++) {
      String element = name + "[" + i + "]";
      requireNonNull(given.get(i), element);
    }
    return List.copyOf(given);
  }

  static @Nullable String text(@Nullable Instant instant) {
    return instant == null ? null : instant.toString();
  }

  static @Nullable String json(@Nullable JsonValue value) {
    return value == null ? null : CODEC.write(value);
  }

  static String draft(RecordDraft draft) {
    return CODEC.encode(draft);
  }

  static void under(
      @Nullable TrustContext trust, Consumer<dev.membrane.grpc.v1.TrustContext> setter) {
    if (trust != null) {
      setter.accept(trust(trust));
    }
  }

  static dev.membrane.grpc.v1.TrustContext trust(TrustContext trust) {
    dev.membrane.grpc.v1.TrustContext.Builder wanted =
        dev.membrane.grpc.v1.TrustContext.newBuilder()
            .setMaxSensitivity(trust.maxSensitivity().wireName())
            .addAllScopes(trust.scopes());
    set(trust.actorId(), wanted::setActorId);
    return wanted.build();
  }

  /** Whether an episode without a scope is asked for, whatever scopes the caller has. */
  static boolean isUnscoped(@Nullable String asked) {
    return asked != null && asked.isEmpty();
  }

  static dev.membrane.grpc.v1.RetrieveRequest retrieve(
      RetrieveRequest request, @Nullable TrustContext trust) {
    dev.membrane.grpc.v1.RetrieveRequest.Builder wanted =
        dev.membrane.grpc.v1.RetrieveRequest.newBuilder()
            .setTaskDescriptor(request.taskDescriptor())
            .addAllMemoryTypes(request.memoryTypes().stream().map(MemoryType::wireName).toList())
            .setMinSalience(request.minSalience())
            .setLimit(request.limit())
            .setIncludeRetracted(request.includeRetracted())
            .addAllTags(request.tags())
            .setExplain(request.explain())
            .setMatchingOnly(request.matchingOnly())
            .setView(view(request.view()).wireName())
            .setMaxTokens(request.maxTokens())
            .setWaitForEmbeddingsMs(millis(request.waitForEmbeddings()));
    under(trust, wanted::setTrust);
    set(request.threadId(), wanted::setThreadId);
    set(request.episode(), wanted::setEpisode);
    set(json(request.context()), wanted::setContext);
    set(text(request.now()), wanted::setNow);
    wanted.setReceipt(request.receipt());
    set(text(request.asOf()), wanted::setAsOf);
    set(text(request.validAt()), wanted::setValidAt);
    return wanted.build();
  }

  /** Away from 0 and cut to what fits, so that a length out of bounds stays so for the server. */
  private static int millis(Duration length) {
    if (length.isNegative()) {
      return -1;
    }
    boolean fits = length.compareTo(Duration.ofMillis(Integer.MAX_VALUE)) < 0;
    return fits ? (int) length.plusNanos(999_999).toMillis() : Integer.MAX_VALUE;
  }

  /** From compact records none can be made again. */
  private static AnswerView view(AnswerView asked) {
    return asked == AnswerView.COMPACT ? AnswerView.FULL : asked;
  }

  static String constraints(List<Constraint> constraints) {
    return constraints.isEmpty()
        ? ""
        : CODEC.write(new JsonArray(constraints.stream().map(Requests::constraint).toList()));
  }

  private static JsonValue constraint(Constraint constraint) {
    Map<String, JsonValue> members = new LinkedHashMap<>();
    set(constraint.type(), type -> members.put("type", new JsonString(type)));
    set(constraint.key(), key -> members.put("key", new JsonString(key)));
    set(constraint.value(), value -> members.put("value", value));
    members.put("required", new JsonBoolean(constraint.required()));
    return new JsonObject(members);
  }
}
