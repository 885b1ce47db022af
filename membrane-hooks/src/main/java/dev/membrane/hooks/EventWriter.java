package dev.membrane.hooks;

import dev.membrane.AccessDeniedException;
import dev.membrane.AlreadyExistsException;
import dev.membrane.EventRequest;
import dev.membrane.IngestAnswer;
import dev.membrane.IngestOptions;
import dev.membrane.Ingestion;
import dev.membrane.NotFoundException;
import dev.membrane.OutcomeRequest;
import dev.membrane.RetrieveEpisodeAnswer;
import dev.membrane.RetrieveEpisodeRequest;
import dev.membrane.ToolOutputRequest;
import dev.membrane.hooks.HookEvent.Origin;
import dev.membrane.hooks.HookEvent.ToolCall;
import dev.membrane.schema.JsonNull;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.RedactedRecord;
import dev.membrane.schema.ToolNode;
import dev.membrane.spi.search.Visibility;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Stores an event in memory. An answer is empty if the event was stored before and its record has
 * since changed or is gone. Not thread-safe.
 */
final class EventWriter {

  /** The only member of the result of a call that failed. */
  static final String ERROR = "error";

  private static final String INPUT = "input";

  private final HookEvent event;
  private final HookCaller caller;
  private final HookSettings settings;
  private final Sanitizer sanitizer;

  EventWriter(HookEvent event, HookCaller caller, HookSettings settings) {
    this.event = event;
    this.caller = caller;
    this.settings = settings;
    this.sanitizer = new Sanitizer(settings.maxBytes());
  }

  /**
   * Something was said.
   *
   * @param turn that it belongs to; null: it is a record of its own
   */
  Optional<IngestAnswer> said(@Nullable String turn, String source, String kind) {
    String text = sanitizer.text(event.text());
    EventRequest.Builder request =
        EventRequest.builder().source(source).eventKind(kind).ref(ref(turn, kind));
    if (!text.isBlank()) {
      request.summary(text);
    }
    return once(() -> memory().event(request.options(options(turn)).build()));
  }

  /** A tool was called. */
  Optional<IngestAnswer> called(String turn, ToolCall call) {
    ToolOutputRequest.Builder request =
        ToolOutputRequest.builder().source(caller.host()).toolName(call.tool());
    JsonValue input = sanitizer.json(call.input());
    if (!(input instanceof JsonNull)) {
      request.args(input instanceof JsonObject args ? args : only(INPUT, input));
    }
    JsonValue result = result(call);
    if (!(result instanceof JsonNull)) {
      request.result(result);
    }
    if (call.effect() != null) {
      request.effect(call.effect());
    }
    return once(() -> memory().toolOutput(request.options(options(turn)).build()));
  }

  private JsonValue result(ToolCall call) {
    String error = call.error();
    return error == null
        ? sanitizer.json(call.result())
        : only(ERROR, new JsonString(sanitizer.text(error)));
  }

  private static JsonObject only(String name, JsonValue value) {
    return new JsonObject(Map.of(name, value));
  }

  /** The episode of a record has ended. */
  void ended(String recordId, OutcomeStatus status) {
    OutcomeRequest request =
        OutcomeRequest.builder()
            .source(caller.host())
            .targetRecordId(recordId)
            .status(status)
            .idempotencyKey(joined(caller.host(), recordId, status.wireName()))
            .build();
    once(() -> memory().outcome(request));
  }

  /** Whether the caller may say how the episode of a record ended. */
  boolean mayEnd(RecordView record) {
    RedactedRecord header = RedactedRecord.headerOf(record);
    Visibility visibility = caller.admission().caller().visibility();
    return visibility.sees(header.scope(), header.sensitivity());
  }

  /** The last call of a turn, whatever record of it has it; empty where the caller cannot know. */
  Optional<ToolNode> lastCall(String turn) {
    RetrieveEpisodeRequest latest =
        RetrieveEpisodeRequest.builder()
            .episode(episode(turn))
            .scope(caller.scope())
            .newestFirst(true)
            .build();
    try {
      return caller.admission().memory().retrieval().episode(latest).events().stream()
          .map(RetrieveEpisodeAnswer.EpisodeEvent::tool)
          .flatMap(Stream::ofNullable)
          .findFirst();
    } catch (AccessDeniedException | NotFoundException unseen) {
      return Optional.empty();
    }
  }

  private Ingestion memory() {
    return caller.admission().memory().ingestion();
  }

  /** The same key with something else in it is the same event, told at another time. */
  private static Optional<IngestAnswer> once(Supplier<IngestAnswer> call) {
    try {
      return Optional.of(call.get());
    } catch (AlreadyExistsException | NotFoundException known) {
      return Optional.empty();
    }
  }

  private IngestOptions options(@Nullable String turn) {
    Origin origin = event.origin();
    IngestOptions options = caller.placed(IngestOptions.NONE.tags(sanitizer.tags()));
    options = turn == null ? options : options.episode(episode(turn));
    options = origin.at() == null ? options : options.timestamp(origin.at());
    options = origin.id() == null ? options : options.idempotencyKey(key(origin.id()));
    return settings.sensitivity() == null ? options : options.sensitivity(settings.sensitivity());
  }

  private String key(String id) {
    String kind = event.kind().name().toLowerCase(Locale.ROOT);
    return joined(caller.host(), event.origin().session(), kind, id);
  }

  private String episode(String turn) {
    Origin origin = event.origin();
    return joined(caller.host(), origin.session(), turn.isEmpty() ? null : turn, origin.agent());
  }

  private String ref(@Nullable String turn, String kind) {
    return joined(turn == null ? event.origin().session() : episode(turn), kind);
  }

  private static String joined(@Nullable String... parts) {
    return Stream.of(parts).filter(Objects::nonNull).collect(Collectors.joining("/"));
  }
}
