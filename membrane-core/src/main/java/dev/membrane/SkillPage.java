package dev.membrane;

import dev.membrane.schema.MemoryType;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A page of skills.
 *
 * @param skills in the order in which their records were stored
 * @param nextCursor the cursor of the next page; empty on the last page
 */
public record SkillPage(List<AgentSkill> skills, String nextCursor) {

  /** Copies the list. */
  public SkillPage {
    skills = List.copyOf(skills);
  }

  /**
   * A competence or a plan graph in the format of Agent Skills.
   *
   * @param name the name of its directory, 1 to 64 lower-case letters, digits and single hyphens;
   *     it ends with a form of the record's id, so that no two records share it
   * @param description what it does and when to use it, 1 to 1,024 characters on one line
   * @param recordId the record that it was made of
   * @param type of the record
   * @param scope null: it has none
   * @param trials how often it was used and succeeded or failed, 0 or more
   * @param successes how often of these it succeeded
   * @param claimed whether a caller claimed counts of uses when storing it
   * @param lastUsedAt null: that is not known
   * @param lastSuccessAt null: that is not known
   * @param stoppedWorking whether even a favourable estimate of its latest success rate is less
   *     than half the mean of its scope and sensitivity
   * @param text the whole SKILL.md
   */
  public record AgentSkill(
      String name,
      String description,
      String recordId,
      MemoryType type,
      @Nullable String scope,
      long trials,
      long successes,
      boolean claimed,
      @Nullable Instant lastUsedAt,
      @Nullable Instant lastSuccessAt,
      boolean stoppedWorking,
      String text) {

    /** The member of the metadata that names the record, and marks the file as made by Membrane. */
    public static final String RECORD = "membrane-record";

    private static final String FRONT_MATTER_END = "\n---\n";

    /** The text without its front matter, from its title on. */
    public String instructions() {
      int end = text.indexOf(FRONT_MATTER_END);
      return end < 0 ? text : text.substring(end + FRONT_MATTER_END.length()).strip();
    }

    /** What the front matter has as metadata, in its order; unmodifiable. */
    public Map<String, String> metadata() {
      Map<String, String> metadata = new TreeMap<>();
      metadata.put(RECORD, recordId);
      metadata.put("membrane-type", type.wireName());
      metadata.put("membrane-trials", Long.toString(trials));
      metadata.put("membrane-successes", Long.toString(successes));
      return Collections.unmodifiableMap(metadata);
    }
  }
}
