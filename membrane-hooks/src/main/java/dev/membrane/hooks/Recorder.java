package dev.membrane.hooks;

import dev.membrane.IngestAnswer;
import dev.membrane.IngestAnswer.IngestResult;
import dev.membrane.hooks.HookEvent.Origin;
import dev.membrane.hooks.HookEvent.ToolCall;
import dev.membrane.hooks.HookSettings.StopMeans;
import dev.membrane.hooks.SessionTurns.Phase;
import dev.membrane.hooks.SessionTurns.Session;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.Sha256;
import dev.membrane.schema.ToolNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Makes episodes from the events of hosts. An episode is a turn: a prompt, the tool calls that it
 * led to, and how that ended. An event that is delivered again counts once. Thread-safe.
 */
final class Recorder {

  private static final String ASSISTANT = "assistant";

  private final SessionTurns turns = new SessionTurns();
  private final HookSettings settings;

  Recorder(HookSettings settings) {
    this.settings = settings;
  }

  /** Stores what is worth it. */
  void record(HookEvent event, HookCaller caller) {
    EventWriter entry = new EventWriter(event, caller, settings);
    Session session = session(event.origin(), caller);
    switch (event.kind()) {
      case SESSION_STARTED -> {}
      case PROMPTED -> prompted(event, session, entry);
      case TOOL_CALLED -> called(event, session, entry);
      case TURN_ENDED -> stopped(event, session, entry);
      case COMPACTED -> compacted(event, entry);
      case SESSION_ENDED -> ended(event, session, entry);
    }
  }

  private static Session session(Origin origin, HookCaller caller) {
    return new Session(
        caller.admission().caller().name(),
        caller.scope(),
        caller.host(),
        origin.session(),
        origin.agent());
  }

  private void prompted(HookEvent event, Session session, EventWriter entry) {
    String prompt = Sha256.of(event.text());
    turns
        .begunBy(session, event.origin().turn(), prompt)
        .filter(turn -> isNews(event, turn, entry))
        .ifPresent(turn -> turns.begin(session, turn, prompt));
  }

  /** A prompt may have no text, as of an image. */
  private static boolean isNews(HookEvent event, String turn, EventWriter entry) {
    return event.text().isBlank()
        || entry
            .said(turn, "user", "user_input")
            .filter(answer -> answer.result() != IngestResult.REPEATED)
            .isPresent();
  }

  private void called(HookEvent event, Session session, EventWriter entry) {
    ToolCall call = event.call();
    if (call != null) {
      String turn = turns.of(session, event.origin().turn());
      entry
          .called(turn, call)
          .filter(answer -> answer.result() != IngestResult.REPEATED)
          .ifPresent(news -> turns.reach(phaseAfter(call), session, turn));
    }
  }

  private static Phase phaseAfter(ToolCall call) {
    return call.error() == null ? Phase.WORKING : Phase.FAILING;
  }

  private void stopped(HookEvent event, Session session, EventWriter entry) {
    String turn = turns.of(session, event.origin().turn());
    if (!turns.is(Phase.STOPPED, session, turn)) {
      close(event, session, turn, entry);
    }
  }

  /** A summary is no part of the work on a prompt. */
  private static void compacted(HookEvent event, EventWriter entry) {
    if (!event.text().isBlank()) {
      entry.said(null, ASSISTANT, "assistant_summary");
    }
  }

  private void ended(HookEvent event, Session session, EventWriter entry) {
    String turn = turns.of(session, event.origin().turn());
    boolean isOpen =
        turns.is(Phase.PROMPTED, session, turn) && !turns.is(Phase.JUDGED, session, turn);
    if (event.outcome() != null && isOpen) {
      close(event, session, turn, entry);
    }
    turns.end(session);
  }

  /** What is said last is stored first, as its answer names the record that has ended. */
  private void close(HookEvent event, Session session, String turn, EventWriter entry) {
    Optional<IngestAnswer> last = entry.said(turn, ASSISTANT, lastKind(event));
    Optional<OutcomeStatus> outcome =
        last.flatMap(answer -> outcome(event, session, turn, answer, entry));
    outcome.ifPresent(status -> entry.ended(last.orElseThrow().id(), status));
    turns.reach(outcome.isPresent() ? Phase.JUDGED : Phase.STOPPED, session, turn);
  }

  private static String lastKind(HookEvent event) {
    if (event.outcome() == OutcomeStatus.FAILURE) {
      return "assistant_failure";
    }
    return event.text().isBlank() ? "assistant_stop" : "assistant_message";
  }

  private Optional<OutcomeStatus> outcome(
      HookEvent event, Session session, String turn, IngestAnswer stored, EventWriter entry) {
    if (event.outcome() != null) {
      return Optional.of(event.outcome());
    }
    if (settings.stopMeans() == StopMeans.NOTHING || !entry.mayEnd(stored.record())) {
      return Optional.empty();
    }
    return stored
        .record()
        .full()
        .flatMap(Recorder::lastCall)
        .or(() -> entry.lastCall(turn))
        .map(call -> hasFailed(call) ? OutcomeStatus.FAILURE : OutcomeStatus.SUCCESS)
        .or(() -> turns.phase(session, turn).flatMap(Recorder::outcomeAfter));
  }

  /** What is remembered of the last call: who may only write is not shown what they wrote. */
  private static Optional<OutcomeStatus> outcomeAfter(Phase phase) {
    return switch (phase) {
      case WORKING -> Optional.of(OutcomeStatus.SUCCESS);
      case FAILING -> Optional.of(OutcomeStatus.FAILURE);
      case PROMPTED, STOPPED, JUDGED -> Optional.empty();
    };
  }

  /** A turn that called nothing has nothing that worked. */
  private static Optional<ToolNode> lastCall(MemoryRecord turn) {
    List<ToolNode> calls = ((EpisodicPayload) turn.payload()).toolGraph();
    return calls.isEmpty() ? Optional.empty() : Optional.of(calls.get(calls.size() - 1));
  }

  private static boolean hasFailed(ToolNode call) {
    return call.result() instanceof JsonObject result
        && result.members().keySet().equals(Set.of(EventWriter.ERROR));
  }
}
