package dev.membrane;

import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.Relation;
import dev.membrane.spi.store.Statistics.ScopeCount;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Lists what is stored, a page at a time. What the caller may not see is not listed, leaves no gap
 * and is not counted.
 *
 * <p>Every page except the last is full, unless its records are larger than an answer may be. The
 * next page is the same request with the cursor of the page before. What is stored all the while is
 * listed once, whatever is written in between.
 *
 * <p>All methods throw {@link dev.membrane.schema.ValidationException} if the request breaks a
 * rule, {@link AccessDeniedException} if the caller may not list, {@link CancelledException} if the
 * caller stops waiting, {@link dev.membrane.spi.store.StoreUnavailableException}, and {@link
 * ClosedException}. Safe for use by many threads.
 */
public interface Listing {

  /**
   * Lists records in the order in which they were stored, at their live salience, in full or
   * redacted. One too large for an answer comes as its outline.
   */
  Page<RecordView> records(ListRecordsRequest request);

  /**
   * Lists the relations of a record, then those of others to it. Both records have to be seen in
   * full. Retracted records are included.
   *
   * @throws NotFoundException if the record does not exist or the caller may not know of it
   * @throws AccessDeniedException if the caller may only know that the record exists
   */
  Page<Edge> relations(String id, PageRequest page);

  /**
   * Lists the episodes that have a key, in the order in which they began.
   *
   * @param key only episodes of this key; a key begins another episode when one has its outcome;
   *     null or empty: of any key
   */
  Page<EpisodeSummary> episodes(@Nullable String key, PageRequest page);

  /**
   * Lists competences and plan graphs as Agent Skills, in the order in which they were stored:
   * those that the caller sees in full and that are neither retracted nor superseded. Skills that
   * stopped working are left out unless they are asked for, and then say so. A skill has no values
   * of arguments, and no text of runs that is about a single case.
   *
   * <p>With a name, at most one skill is listed. It is found without a search.
   */
  Page<AgentSkill> skills(ListSkillsRequest request);

  /**
   * Lists the scopes in which the caller sees records in full, with their number, whatever their
   * type or status; unscoped records first, then by name.
   */
  Page<ScopeCount> scopes(PageRequest page);

  /**
   * A relation between two records.
   *
   * @param sourceId the record that holds it
   * @param relation what it is, and to which record
   */
  record Edge(String sourceId, Relation relation) {}

  /**
   * The events under one key until their outcome.
   *
   * @param key chosen by its caller; once an episode has its outcome, the key begins another
   * @param scope null: it has none
   * @param recordIds the records that it consists of and that the caller sees in full, in order
   * @param startedAt when the first of them was created
   * @param updatedAt when one of them was last updated
   * @param events how many events and tool calls they have
   * @param toolCalls how many tool calls are among them
   * @param outcome how it ended; null while that is unknown
   */
  record EpisodeSummary(
      String key,
      @Nullable String scope,
      List<String> recordIds,
      Instant startedAt,
      Instant updatedAt,
      int events,
      int toolCalls,
      @Nullable OutcomeStatus outcome) {

    /** Copies the list. */
    public EpisodeSummary {
      recordIds = List.copyOf(recordIds);
    }
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
  record AgentSkill(
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
