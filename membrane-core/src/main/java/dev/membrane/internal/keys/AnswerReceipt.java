package dev.membrane.internal.keys;

import dev.membrane.ReplayAnswer.AnsweredPlace;
import dev.membrane.RetrieveAnswer.AnswerView;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonBoolean;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.search.Visibility;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What was answered to whom.
 *
 * @param seen what they saw
 * @param places by id, in their order
 * @param selection null if there was none
 */
public record AnswerReceipt(
    Instant at,
    String principal,
    Visibility seen,
    RetrieveRequest request,
    Map<String, AnsweredPlace> places,
    @Nullable SelectedPlaces selection) {

  /**
   * A selection without the content of its procedures.
   *
   * @param places by id, in their order
   */
  public record SelectedPlaces(
      Map<String, AnsweredPlace> places, double confidence, boolean needsMore) {}

  /** The most characters of a request of which a receipt is kept. */
  public static final int MAX = 65_536;

  /** The highest limit of such a request. */
  static final int MAX_PLACES = 1_000;

  private static final RecordCodec CODEC = new RecordCodec();

  /**
   * Checks that a receipt can be kept: a caller who may only read must not fill the disk.
   *
   * @throws ValidationException if the request is too large, or asks for too much
   */
  public static void check(RetrieveRequest request) {
    if (request.limit() > MAX_PLACES) {
      throw ValidationException.worded(
          "receipt", "receipt is for answers of at most " + MAX_PLACES + " records; set a limit");
    }
    if (CODEC.write(JsonValue.of(request(request))).length() > MAX) {
      throw ValidationException.worded(
          "receipt", "receipt is for requests of at most " + MAX + " characters of JSON");
    }
  }

  /** Whether its asker saw nothing that another does not see. */
  public boolean isWithin(Visibility visibility) {
    return visibility.and(seen).equals(seen);
  }

  /** Its stored form. */
  public String toJson() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("at", at.toString());
    json.put("principal", principal);
    json.put("ceiling", seen.ceiling().wireName());
    json.put("seen", seen.scopes() == null ? null : List.copyOf(seen.scopes()));
    json.put("request", request(request));
    json.put("places", list(places));
    json.put("selection", selection == null ? null : selection(selection));
    return CODEC.write(JsonValue.of(json));
  }

  private static List<Object> list(Map<String, AnsweredPlace> places) {
    List<Object> all = new ArrayList<>();
    places.forEach((id, place) -> all.add(List.of(id, place.score(), place.version())));
    return all;
  }

  private static Map<String, Object> selection(SelectedPlaces selection) {
    return Map.of(
        "selected",
        list(selection.places()),
        "confidence",
        selection.confidence(),
        "needs_more",
        selection.needsMore());
  }

  private static @Nullable SelectedPlaces selection(@Nullable JsonValue value) {
    if (!(value instanceof JsonObject json)) {
      return null;
    }
    Map<String, JsonValue> members = json.members();
    return new SelectedPlaces(
        places(members.get("selected")),
        number(members.get("confidence")),
        isTrue(members.get("needs_more")));
  }

  private static Map<String, AnsweredPlace> places(@Nullable JsonValue list) {
    Map<String, AnsweredPlace> places = new LinkedHashMap<>();
    for (JsonValue value : items(list)) {
      List<JsonValue> place = items(value);
      places.put(
          string(place.get(0)),
          new AnsweredPlace(places.size() + 1, number(place.get(1)), (long) number(place.get(2))));
    }
    return places;
  }

  private static Map<String, Object> request(RetrieveRequest request) {
    TrustContext trust = Objects.requireNonNull(request.trust());
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("task_descriptor", request.taskDescriptor());
    json.put("max_sensitivity", trust.maxSensitivity().wireName());
    json.put("scopes", trust.scopes());
    json.put("memory_types", request.memoryTypes().stream().map(MemoryType::wireName).toList());
    json.put("min_salience", request.minSalience());
    json.put("limit", request.limit());
    json.put("include_retracted", request.includeRetracted());
    json.put("tags", request.tags());
    json.put("matching_only", request.matchingOnly());
    json.put("view", request.view().wireName());
    json.put("max_tokens", request.maxTokens());
    json.put("thread_id", request.threadId());
    json.put("episode", request.episode());
    json.put("context", request.context());
    json.put("now", text(request.now()));
    json.put("as_of", text(request.asOf()));
    json.put("valid_at", text(request.validAt()));
    return json;
  }

  private static @Nullable String text(@Nullable Instant instant) {
    return instant == null ? null : instant.toString();
  }

  /** The receipt of a stored form. */
  public static AnswerReceipt of(String text) {
    Map<String, JsonValue> json = members(CODEC.parse("receipt", text));
    return new AnswerReceipt(
        Instant.parse(string(json.get("at"))),
        string(json.get("principal")),
        new Visibility(
            Sensitivity.of("ceiling", string(json.get("ceiling"))),
            json.get("seen") instanceof JsonArray ? Set.copyOf(strings(json.get("seen"))) : null),
        request(members(json.get("request"))),
        places(json.get("places")),
        selection(json.get("selection")));
  }

  private static RetrieveRequest request(Map<String, JsonValue> json) {
    Set<MemoryType> types = EnumSet.noneOf(MemoryType.class);
    strings(json.get("memory_types"))
        .forEach(name -> types.add(MemoryType.of("memory_types", name)));
    Sensitivity most = Sensitivity.of("max_sensitivity", string(json.get("max_sensitivity")));
    RetrieveRequest.Builder request =
        RetrieveRequest.builder()
            .taskDescriptor(string(json.get("task_descriptor")))
            .trust(TrustContext.upTo(most, strings(json.get("scopes"))))
            .memoryTypes(types)
            .minSalience(number(json.get("min_salience")))
            .limit((int) number(json.get("limit")))
            .includeRetracted(isTrue(json.get("include_retracted")))
            .tags(strings(json.get("tags")))
            .matchingOnly(isTrue(json.get("matching_only")))
            .view(view(string(json.get("view"))))
            .maxTokens((int) number(json.get("max_tokens")));
    if (json.get("thread_id") instanceof JsonString thread) {
      request.threadId(thread.value());
    }
    if (json.get("episode") instanceof JsonString episode) {
      request.episode(episode.value());
    }
    if (json.get("context") instanceof JsonObject context) {
      request.context(context);
    }
    instant(json.get("now"), request::now);
    instant(json.get("as_of"), request::asOf);
    instant(json.get("valid_at"), request::validAt);
    return request.build();
  }

  private static AnswerView view(String name) {
    return Arrays.stream(AnswerView.values())
        .filter(view -> view.wireName().equals(name))
        .findFirst()
        .orElse(AnswerView.FULL);
  }

  private static void instant(@Nullable JsonValue value, Consumer<Instant> into) {
    if (value instanceof JsonString text) {
      into.accept(Instant.parse(text.value()));
    }
  }

  private static Map<String, JsonValue> members(@Nullable JsonValue value) {
    return value instanceof JsonObject object ? object.members() : Map.of();
  }

  private static List<JsonValue> items(@Nullable JsonValue value) {
    return value instanceof JsonArray array ? array.items() : List.of();
  }

  private static List<String> strings(@Nullable JsonValue value) {
    return items(value).stream().map(AnswerReceipt::string).toList();
  }

  private static String string(@Nullable JsonValue value) {
    return value instanceof JsonString text ? text.value() : "";
  }

  private static double number(@Nullable JsonValue value) {
    return value instanceof JsonNumber number ? number.doubleValue() : 0;
  }

  private static boolean isTrue(@Nullable JsonValue value) {
    return value instanceof JsonBoolean truth && truth.value();
  }
}
