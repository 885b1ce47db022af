package dev.membrane.tools;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import dev.membrane.IngestOptions;
import dev.membrane.Listing.EpisodeSummary;
import dev.membrane.NotFoundException;
import dev.membrane.PageRequest;
import dev.membrane.schema.OutcomeStatus;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;

/** The episodes that the id of a task means, and the scope in which they are. */
final class TaskEpisodes {

  private static final String UNSCOPED = "";

  /** A key that was given out is of one episode; others may have called more of theirs so. */
  private static final int PAGE = 100;

  private static final String DELETED =
      "; it may have been deleted, as tasks are some days after their end, while what was learned"
          + " from them stays";

  private TaskEpisodes() {}

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

  /** Says that there is no such task, in words for a model. */
  static NotFoundException absent(ToolSession session, String id) {
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

  /**
   * The scope of a task; empty: it has none.
   *
   * @throws NotFoundException in words for a model, if there is no task that the caller sees
   * @throws dev.membrane.schema.ValidationException if there are tasks of that name in several
   *     scopes, and none is chosen
   */
  static String scope(ToolSession session, String id) {
    List<EpisodeSummary> meant = meant(session, id);
    if (meant.isEmpty()) {
      throw absent(session, id);
    }
    return scopeOf(meant.get(0));
  }

  private static String scopeOf(EpisodeSummary task) {
    return Objects.requireNonNullElse(task.scope(), UNSCOPED);
  }

  /**
   * Those of the only scope in which they are, or of the only one in which the caller writes; none
   * if there is no such task.
   */
  private static List<EpisodeSummary> meant(ToolSession session, String id) {
    List<EpisodeSummary> tasks = all(session, id);
    if (tasks.isEmpty()) {
      return tasks;
    }
    NavigableMap<String, List<EpisodeSummary>> byScope =
        tasks.stream().collect(groupingBy(TaskEpisodes::scopeOf, TreeMap::new, toList()));
    if (byScope.size() > 1 && ChosenScope.isOnly(session)) {
      byScope.remove(UNSCOPED);
    }
    if (byScope.size() > 1) {
      throw ChosenScope.isMissing("task " + id + " is", byScope.keySet());
    }
    return byScope.firstEntry().getValue();
  }

  /**
   * The episode of a task that has no outcome yet.
   *
   * @throws dev.membrane.schema.ValidationException if there is none, or if there are tasks of that
   *     name in several scopes, and none is chosen
   */
  static EpisodeSummary open(ToolSession session, String id) {
    List<EpisodeSummary> meant = meant(session, id);
    return meant.stream()
        .filter(task -> task.outcome() == null)
        .findFirst()
        .orElseThrow(
            () ->
                ToolArguments.wrong(
                    Tasks.ID,
                    meant.isEmpty()
                        ? unknown(session, id) + "; begin_task gives out a task_id"
                        : "task " + id + " is finished; begin_task begins another"));
  }

  /**
   * Where the steps of a task are stored: where what it has already is.
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
          Tasks.ID,
          "task "
              + task.key()
              + " has no scope, so everybody could read this step; begin_task begins one that has");
    }
    return options.unscoped();
  }

  /** Whether a task has this outcome already, as where the same request comes again. */
  static boolean hasEnded(ToolSession session, String id, OutcomeStatus outcome) {
    List<EpisodeSummary> meant = meant(session, id);
    return !meant.isEmpty() && meant.stream().allMatch(task -> task.outcome() == outcome);
  }

  private static List<EpisodeSummary> all(ToolSession session, String id) {
    return session
        .memory()
        .listing()
        .episodes(id, PageRequest.FIRST.under(session.trust()).ofSize(PAGE))
        .items();
  }
}
