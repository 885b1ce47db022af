package dev.membrane.langchain4j;

import dev.membrane.EpisodePage.Episode;
import dev.membrane.PageRequest;
import dev.membrane.RetrieveEpisodeAnswer;
import dev.membrane.RetrieveEpisodeAnswer.EpisodeEvent;
import dev.membrane.RetrieveEpisodeRequest;
import dev.membrane.TokenEstimate;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.schema.ToolNode;
import dev.membrane.schema.json.RecordCodec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The episodes of tasks, of which {@code begin_task} gives out the keys. */
final class TaskEpisodes {

  static final String ID = "task_id";

  /** A key is given out once, so that one page has all of it. */
  private static final int PAGE = 10;

  private static final RecordCodec CODEC = new RecordCodec();

  private TaskEpisodes() {}

  /**
   * Whether a task is meant and not a record.
   *
   * @throws dev.membrane.schema.ValidationException if both are named, or none
   */
  static boolean isMeant(@Nullable String id, @Nullable String taskId) {
    boolean isMeant = taskId != null && !taskId.isBlank();
    if (isMeant && id != null && !id.isBlank()) {
      throw ToolArguments.wrong(ID, "give id or " + ID + ", not both");
    }
    if (!isMeant) {
      ToolArguments.required("id", id);
    }
    return isMeant;
  }

  /**
   * The events of a task in order, a line each, as far as a model will be told.
   *
   * @throws dev.membrane.NotFoundException if there is none that the caller sees
   */
  static String text(MemoryAccess access, String id, int tokens) {
    PageRequest first = PageRequest.FIRST.under(access.trust());
    RetrieveEpisodeRequest request = new RetrieveEpisodeRequest(id, access.scope(), false, first);
    StringBuilder text = new StringBuilder("task " + id);
    RetrieveEpisodeAnswer page;
    do {
      page = access.memory().retrieval().episode(request);
      page.events().forEach(event -> text.append('\n').append(line(event)));
      request = request.on(request.page().after(page.nextCursor()));
    } while (!page.nextCursor().isEmpty() && TokenEstimate.of(text) <= tokens);
    if (page.outcome() != null) {
      text.append("\noutcome ").append(page.outcome().wireName());
    }
    return text.toString();
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
   * @throws dev.membrane.schema.ValidationException if there is none
   */
  static Episode open(MemoryAccess access, String id) {
    PageRequest page = PageRequest.FIRST.under(access.trust()).ofSize(PAGE);
    List<Episode> all = access.memory().listing().episodes(id, page).episodes();
    String reason =
        all.isEmpty()
            ? "there is no task " + id + "; begin_task gives out a task_id"
            : "task " + id + " is finished; begin_task begins another";
    return all.stream()
        .filter(episode -> episode.outcome() == null)
        .findFirst()
        .orElseThrow(() -> ToolArguments.wrong(ID, reason));
  }
}
