package dev.membrane.tools;

import dev.membrane.NotFoundException;
import dev.membrane.PageRequest;
import dev.membrane.RetrieveEpisodeAnswer;
import dev.membrane.RetrieveEpisodeAnswer.EpisodeEvent;
import dev.membrane.RetrieveEpisodeRequest;
import dev.membrane.TokenEstimate;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.schema.ToolNode;
import dev.membrane.schema.json.RecordCodec;
import java.util.List;
import java.util.function.Supplier;

/** Tasks. A task is an episode whose key {@code begin_task} gives out. */
final class Tasks {

  static final String ID = "task_id";

  private static final String MORE = "\n(truncated: to read on, call get with cursor %s)";

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
      throw TaskEpisodes.absent(session, id);
    }
  }

  private static RetrieveEpisodeRequest request(ToolSession session, String id) {
    return RetrieveEpisodeRequest.builder()
        .episode(id)
        .scope(TaskEpisodes.scope(session, id))
        .page(PageRequest.FIRST.under(session.trust()))
        .build();
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
}
