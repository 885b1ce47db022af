package dev.membrane.spi;

import static java.util.Objects.requireNonNull;

import dev.membrane.schema.JsonObject;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Payload;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

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

  /** Says which notes will be read, so that they can be read together. What is read is the same. */
  default void expect(Collection<String> names) {}

  /** Writes a note; one without members removes it. */
  void write(String name, JsonObject note);

  /** A record that the stage made, as it is now; empty if it was deleted. */
  Optional<MemoryRecord> record(String id);

  /**
   * Whether a caller retracted, replaced or deleted a record that no longer exists. Then it must
   * not be made again.
   */
  boolean isRetracted(String id);

  /**
   * The existing fact in this scope and sensitivity that says the same as the knowledge, made by a
   * caller or by any stage. If it is retired, it must not be made again. Empty if there is none,
   * and for knowledge that is no fact or holds only for a time or under conditions.
   */
  Optional<MemoryRecord> known(Knowledge knowledge);

  /**
   * Makes a record; answers with its id.
   *
   * @throws IllegalArgumentException if it is episodic or working: what happened and what is being
   *     done is told by callers, and a stage would learn from its own episodes
   */
  String create(Knowledge knowledge, String rationale);

  /**
   * Replaces the content of a record, and reinforces it if it was found again. The same content
   * without a reinforcement is no change. Other sources of the record stay in its provenance. For
   * an episode that a rationale names, a stage reinforces a record once, also if it made it for
   * that episode: an outcome may change to and fro. Of a fact that a caller made, the subject, the
   * predicate and the object stay as they are.
   *
   * @param rationale for the audit log. It gives the id of an episode that no longer tells what it
   *     did, by which an erasure finds what the record has had from it
   * @throws IllegalArgumentException if there is no such record, or no stage made it and more would
   *     change than what speaks for a fact
   */
  void update(String id, Knowledge knowledge, boolean reinforced, String rationale);

  /**
   * Deletes a record that no lesson supports any more.
   *
   * @param rationale as for {@link #update}
   * @return whether it was deleted; false if its deletion policy forbids that
   * @throws IllegalArgumentException if no stage made it
   */
  boolean delete(String id, String rationale);

  /**
   * Keeps the latest outcomes of a procedure, by which selection judges it, instead of those
   * before.
   */
  void outcomes(String id, Collection<EndedRun> outcomes);

  /**
   * How a run ended.
   *
   * @param episodeId the episode
   * @param at when it was, in years 1 to 9999, in whole microseconds
   */
  record EndedRun(String episodeId, Instant at, boolean isSuccess) {

    /** Refuses null. */
    public EndedRun {
      requireNonNull(episodeId, "episodeId");
      requireNonNull(at, "at");
    }
  }

  /**
   * Keeps a successful run, with which tasks are compared; replaces one of the same episode.
   *
   * @param at in years 1 to 9999, in whole microseconds
   * @param words how often each term of its task occurs, each at least 1
   * @param tools how often each tool was called, each at least 1
   * @param groups names by which procedures stand for this run, see {@link #standFor}
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
   * Says for which kept runs procedures stand: the runs with one of their groups. A group of
   * another procedure moves to this one. A procedure of which this was never said counts as a run
   * itself, as one does that was written by hand.
   *
   * @param groupsById groups by the ids of records that the stage made; none where no run succeeded
   */
  void standFor(Map<String, ? extends Collection<String>> groupsById);

  /**
   * Which procedures stand for kept runs, by their groups.
   *
   * @param episodeIds the episodes of the runs; what is not kept is left out
   * @return the ids of the procedures, by the ids of the episodes; some may not exist any more
   */
  Map<String, Set<String>> standingFor(Collection<String> episodeIds);

  /**
   * Counts ended runs, against which success is measured. Negative numbers take runs out of the
   * count.
   */
  void countEnded(int successes, int runs);

  /**
   * Something that a stage has learned.
   *
   * @param payload what it says
   * @param confidence how far it can be relied on, 0 to 1
   * @param episodes ids of the episodes that it is learned from, the sources of its provenance
   * @param tags the tags of a record that is created from it; an existing record keeps its own
   */
  record Knowledge(Payload payload, double confidence, List<String> episodes, List<String> tags) {

    /** Refuses null and copies the lists. */
    public Knowledge {
      requireNonNull(payload, "payload");
      episodes = List.copyOf(requireNonNull(episodes, "episodes"));
      tags = List.copyOf(requireNonNull(tags, "tags"));
    }

    /** Without tags. */
    public Knowledge(Payload payload, double confidence, List<String> episodes) {
      this(payload, confidence, episodes, List.of());
    }
  }
}
