package dev.membrane.spi;

import dev.membrane.schema.JsonObject;
import dev.membrane.schema.MemoryRecord;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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
   * Keeps the latest outcomes of a procedure, which selection judges it by.
   *
   * @param outcomes one letter each, {@code s} or {@code f}, the latest last; null: none
   */
  void outcomes(String id, @Nullable String outcomes);
}
