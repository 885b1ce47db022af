package dev.membrane.hooks;

import java.security.SecureRandom;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the turn that each session is in, for hosts whose events do not name it. After a
 * restart, what goes on in a session counts as a turn without an id. Thread-safe.
 */
final class SessionTurns {

  private static final int MAX_SESSIONS = 10_000;

  private final Map<Session, Turn> latest = new LinkedHashMap<>(16, 0.75f, true);

  /** Another process, such as after a restart, counts from 1 again. */
  private final String process = Long.toHexString(new SecureRandom().nextLong());

  private long count;

  /**
   * A session of an agent. Sessions of the same name of other callers, scopes or hosts are other
   * sessions.
   *
   * @param scope null: it was not said
   * @param agent the subagent; null: the main one
   */
  record Session(
      String caller, @Nullable String scope, String host, String name, @Nullable String agent) {}

  /** How far a turn is. */
  enum Phase {
    /** Nothing came after the prompt. */
    PROMPTED,
    /** Its last call worked. */
    WORKING,
    /** Its last call failed. */
    FAILING,
    STOPPED,
    /** It has an outcome. */
    JUDGED
  }

  private record Turn(String id, String prompt, Phase phase) {}

  /**
   * The turn that a prompt begins; empty if the same prompt has just begun one, and so was only
   * delivered again. No server has given another turn the same name.
   *
   * @param named as the host names it; null: it does not
   * @param prompt tells the prompt from others
   */
  synchronized Optional<String> begunBy(Session session, @Nullable String named, String prompt) {
    if (named != null) {
      return Optional.of(named);
    }
    Turn turn = latest.get(session);
    boolean isAgain =
        turn != null && turn.phase() == Phase.PROMPTED && turn.prompt().equals(prompt);
    return isAgain ? Optional.empty() : Optional.of(process + "-" + ++count);
  }

  /** Notes that a turn has begun. */
  synchronized void begin(Session session, String turn, String prompt) {
    put(session, new Turn(turn, prompt, Phase.PROMPTED));
  }

  /** The turn that something belongs to; empty text if the session has none that is known. */
  synchronized String of(Session session, @Nullable String named) {
    Turn turn = latest.get(session);
    return named != null || turn == null ? (named == null ? "" : named) : turn.id();
  }

  /** Whether a turn is at least so far. */
  synchronized boolean is(Phase phase, Session session, String turn) {
    return phase(session, turn).filter(known -> known.compareTo(phase) >= 0).isPresent();
  }

  /** How far a turn is; empty if it is not known. */
  synchronized Optional<Phase> phase(Session session, String turn) {
    return Optional.ofNullable(latest.get(session))
        .filter(known -> known.id().equals(turn))
        .map(Turn::phase);
  }

  /** Notes how far a turn is. */
  synchronized void reach(Phase phase, Session session, String turn) {
    put(session, new Turn(turn, "", phase));
  }

  /** Forgets a session. */
  synchronized void end(Session session) {
    latest.remove(session);
  }

  private void put(Session session, Turn turn) {
    latest.put(session, turn);
    if (latest.size() > MAX_SESSIONS) {
      Iterator<Session> oldest = latest.keySet().iterator();
      oldest.next();
      oldest.remove();
    }
  }
}
