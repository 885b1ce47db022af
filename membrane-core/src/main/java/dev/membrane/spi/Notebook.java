package dev.membrane.spi;

import dev.membrane.schema.JsonObject;
import dev.membrane.schema.MemoryRecord;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/**
 * What a stage knows of one scope and sensitivity: its own notes, and the records that it made.
 * What it writes is committed together with the mark that the episode was learned from. Not
 * thread-safe.
 */
public interface Notebook {

  /** The instant of the run, in whole microseconds. */
  Instant now();

  /** A note; without members if there is none. */
  JsonObject read(String name);

  /** Writes a note; one without members removes it. */
  void write(String name, JsonObject note);

  /** A record that the stage made, as it is now; empty if it was deleted. */
  Optional<MemoryRecord> record(String id);

  /**
   * Whether a caller retracted, replaced or deleted a record that is gone now, so that it is not to
   * be made again.
   */
  boolean isRetracted(String id);

  /**
   * The fact that says the same as some knowledge in this scope and sensitivity, whoever made it: a
   * caller, or another stage. It may be retired, and is not to be made again then. Empty if there
   * is none, and for what is no fact or holds for a time or under conditions only.
   */
  Optional<MemoryRecord> known(Knowledge knowledge);

  /** Makes a record; answers with its id. */
  String create(Knowledge knowledge, String rationale);

  /**
   * Says something else in a record from now on; reinforces it if it was met with again. To say the
   * same without reinforcing it is no change. Who else vouches for the record stays in its
   * provenance.
   */
  void update(String id, Knowledge knowledge, boolean reinforced, String rationale);

  /**
   * Deletes a record that nothing speaks for any more.
   *
   * @return whether it is gone; false if its deletion policy keeps it
   */
  boolean delete(String id, String rationale);

  /**
   * Keeps the latest outcomes of a procedure, which selection judges it by, in the place of those
   * that were kept before.
   */
  void outcomes(String id, Collection<Outcome> outcomes);

  /**
   * How a run ended.
   *
   * @param episodeId the episode
   * @param at when it was, in whole microseconds
   */
  record Outcome(String episodeId, Instant at, boolean isSuccess) {}

  /**
   * Keeps a successful run, which tasks are compared with, in the place of one of the same episode.
   *
   * @param words how often each term of what was asked for occurs, each at least 1
   * @param tools how often each tool was called, each at least 1
   * @param groups what procedures name that stand for this run, see {@link #standFor}
   */
  void keepRun(
      String episodeId,
      Instant at,
      Map<String, Integer> words,
      Map<String, Integer> tools,
      Collection<String> groups);

  /** Drops the kept run of an episode, if there is one. */
  void dropRun(String episodeId);

  /**
   * Says for which kept runs procedures stand: those that name one of their groups. A group that
   * another procedure stood for goes to this one.
   *
   * @param groupsById groups by the ids of records that the stage made
   */
  void standFor(Map<String, ? extends Collection<String>> groupsById);

  /**
   * Counts runs that ended, or, with negative numbers, no longer: what success is measured against.
   */
  void countEnded(int successes, int runs);
}
