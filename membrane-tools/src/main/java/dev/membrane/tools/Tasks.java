package dev.membrane.tools;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import dev.membrane.IngestOptions;
import dev.membrane.Listing.EpisodeSummary;
import dev.membrane.NotFoundException;
import dev.membrane.PageRequest;
import dev.membrane.RetrieveEpisodeAnswer;
import dev.membrane.RetrieveEpisodeAnswer.EpisodeEvent;
import dev.membrane.RetrieveEpisodeRequest;
import dev.membrane.TokenEstimate;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.schema.ToolNode;
import dev.membrane.schema.json.RecordCodec;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Tasks. A task is an episode whose key {@code begin_task} gives out. */
final class Tasks {

  static final String ID = "task_id";

  private static final String UNSCOPED = "";

  /** A key that was given out is of one episode; others may have called more of theirs so. */
  private static final int PAGE = 100;

  private static final String MORE = "\n(truncated: to read on, call get with cursor %s)";

  private static final String DELETED =
      "; it may have been deleted, as tasks are some days after their end, while what was learned"
          + " from them stays";

  private static final RecordCodec CODEC = new RecordCodec();

  private Tasks() {}

  /**
   * Whether arguments name a task and not a record.
   *
   * @throws dev.membrane.schema.ValidationException if they name both
   */
  static boolean isMeant(ToolArguments arguments) {
    boolean isMeant = arguments.text(ID).isPresent();
    if (isMeant && arguments.text("id").isPresent()) {
      throw ToolArguments.wrong(ID, "give id or " + ID + ", not both");
    }
    return isMeant;
  }

  /**
   * The id of a record, where a task could be named as well.
   *
   * @throws dev.membrane.schema.ValidationException if none is named
   */
  static String requiredId(ToolArguments arguments) {
    return arguments
        .text("id")
        .filter(id -> !id.isBlank())
        .orElseThrow(() -> ToolArguments.wrong("id", "id or " + ID + " is required"));
  }

  /**
   * The events of a task in order, a line each, in at most so many tokens, and a cursor if there
   * are more. An event that is longer by itself is cut.
   *
   * @param cursor where an answer before this one ended; empty: at the beginning
   * @throws NotFoundException if there is none that the caller sees
   */
  static String text(ToolSession session, String id, String cursor, int tokens) {
    RetrieveEpisodeRequest request = after(cursor, request(session, id));
    StringBuilder text = new StringBuilder("task " + id);
    int head = text.length();
    long left = tokens - TokenEstimate.of(text);
    RetrieveEpisodeAnswer page;
    do {
      page = page(session, request);
      int told = 0;
      for (EpisodeEvent event : page.events()) {
        String line = "\n" + line(event);
        long needed = TokenEstimate.of(line);
        if (needed > left && text.length() > head) {
          return text + MORE.formatted(cursorAfter(told, request, session));
        }
        text.append(TextLimit.cutToTokens(line, (int) Math.max(0, left)));
        left -= needed;
        told++;
      }
      request = after(page.nextCursor(), request);
    } while (!page.nextCursor().isEmpty());
    if (page.outcome() != null) {
      text.append("\noutcome ").append(page.outcome().wireName());
    }
    return text.toString();
  }

  /** The cursor after some events of a page. */
  private static String cursorAfter(int events, RetrieveEpisodeRequest page, ToolSession session) {
    return events == 0
        ? page.page().cursor()
        : page(session, page.on(page.page().ofSize(events))).nextCursor();
  }

  private static RetrieveEpisodeRequest after(String cursor, RetrieveEpisodeRequest request) {
    return request.on(request.page().after(cursor));
  }

  /**
   * The records of a task that the caller sees in full.
   *
   * @throws NotFoundException if there is none
   */
  static List<String> recordIds(ToolSession session, String id) {
    return page(session, request(session, id)).recordIds();
  }

  private static RetrieveEpisodeAnswer page(ToolSession session, RetrieveEpisodeRequest request) {
    return found(session, request.episode(), () -> session.memory().retrieval().episode(request));
  }

  /**
   * What comes of a call to the memory about a task. The tool that begins one may not be offered
   * where this is called.
   *
   * @throws NotFoundException in words for a model, if there is none that the caller sees
   */
  static <T> T found(ToolSession session, String id, Supplier<T> call) {
    try {
      return call.get();
    } catch (NotFoundException nothing) {
      throw absent(session, id);
    }
  }

  /**
   * Checks that there is a task.
   *
   * @throws NotFoundException in words for a model, if there is none that the caller sees
   */
  static void requireKnown(ToolSession session, String id) {
    if (all(session, id).isEmpty()) {
      throw absent(session, id);
    }
  }

  private static NotFoundException absent(ToolSession session, String id) {
    return new NotFoundException(unknown(session, id) + DELETED);
  }

  private static String unknown(ToolSession session, String id) {
    String elsewhere =
        session
            .scope()
            .map(only -> " in scope " + only + ", which " + session.scopeSetting() + " names")
            .orElse("");
    return "there is no task " + id + elsewhere;
  }

  private static RetrieveEpisodeRequest request(ToolSession session, String id) {
    return RetrieveEpisodeRequest.of(id)
        .in(scope(session, id))
        .on(PageRequest.FIRST.under(session.trust()));
  }

  /**
   * The scope of a task; empty: it has none.
   *
   * @throws NotFoundException in words for a model, if there is no task that the caller sees
   * @throws dev.membrane.schema.ValidationException if there are tasks of that name in several
   *     scopes, and none is chosen
   */
  static String scope(ToolSession session, String id) {
    List<EpisodeSummary> all = all(session, id);
    if (all.isEmpty()) {
      throw absent(session, id);
    }
    return scopeOf(ofOneScope(session, id, all).get(0));
  }

  private static String scopeOf(EpisodeSummary task) {
    return Objects.requireNonNullElse(task.scope(), UNSCOPED);
  }

  /** Those of the only scope in which they are, or of the only one in which the caller writes. */
  private static List<EpisodeSummary> ofOneScope(
      ToolSession session, String id, List<EpisodeSummary> tasks) {
    NavigableMap<String, List<EpisodeSummary>> byScope =
        tasks.stream().collect(groupingBy(Tasks::scopeOf, TreeMap::new, toList()));
    if (byScope.size() > 1 && ChosenScope.isOnly(session)) {
      byScope.remove(UNSCOPED);
    }
    if (byScope.size() > 1) {
      throw ChosenScope.isMissing("task " + id + " is", byScope.keySet());
    }
    return byScope.firstEntry().getValue();
  }

  /** What happened is JSON, so that nothing that was said begins a line. */
  private static String line(EpisodeEvent event) {
    ToolNode tool = event.tool();
    if (tool != null) {
      return CODEC.encode(tool);
    }
    TimelineEvent told = event.event();
    return CODEC.encode(new TimelineEvent(told.t(), told.eventKind(), told.ref(), told.summary()));
  }

  /**
   * The episode of a task that has no outcome yet.
   *
   * @throws dev.membrane.schema.ValidationException if there is none, or if there are some in
   *     several scopes, and none is chosen
   */
  static EpisodeSummary open(ToolSession session, String id) {
    List<EpisodeSummary> all = all(session, id);
    List<EpisodeSummary> open = all.stream().filter(task -> task.outcome() == null).toList();
    if (open.isEmpty()) {
      throw ToolArguments.wrong(
          ID,
          all.isEmpty()
              ? unknown(session, id) + "; begin_task gives out a task_id"
              : "task " + id + " is finished; begin_task begins another");
    }
    return ofOneScope(session, id, open).get(0);
  }

  /**
   * Where the steps of a task are stored: beside what it has already.
   *
   * @throws dev.membrane.schema.ValidationException if everybody would see what is to be stored in
   *     a scope
   */
  static IngestOptions options(ToolSession session, EpisodeSummary task) {
    IngestOptions options = session.options().episode(task.key());
    String scope = task.scope();
    if (scope != null) {
      return options.scope(scope);
    }
    if (session.scope().isPresent() || session.caller().hasScopes()) {
      throw ToolArguments.wrong(
          ID,
          "task "
              + task.key()
              + " has no scope, so everybody could read this step; begin_task"
              + " begins one that has");
    }
    return options.unscoped();
  }

  /** Whether a task has this outcome already, as where the same request comes again. */
  static boolean hasEnded(ToolSession session, String id, OutcomeStatus outcome) {
    List<EpisodeSummary> all = all(session, id);
    return !all.isEmpty() && all.stream().allMatch(episode -> episode.outcome() == outcome);
  }

  private static List<EpisodeSummary> all(ToolSession session, String id) {
    return session
        .memory()
        .listing()
        .episodes(id, PageRequest.FIRST.under(session.trust()).ofSize(PAGE))
        .items();
  }
}
