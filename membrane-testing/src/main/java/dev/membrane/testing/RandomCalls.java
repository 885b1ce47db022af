package dev.membrane.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.Memory;
import dev.membrane.OutcomeRequest;
import dev.membrane.Permission;
import dev.membrane.RecordRequest;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.Sensitivity;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Random calls, each made to an engine and told to the oracle. */
final class RandomCalls {

  private static final String BECAUSE = "because";

  private static final String NOBODY = "01957b3c-eeee-7000-8000-000000000000";

  private final ComparedMemories shop;
  private final Oracle oracle;
  private final RandomChoices dice;
  private final TrustedCaller who;

  RandomCalls(ComparedMemories shop, RandomChoices dice, TrustedCaller who) {
    this.shop = shop;
    this.oracle = shop.oracle;
    this.dice = dice;
    this.who = who;
  }

  private @Nullable OracleRecord any() {
    List<OracleRecord> candidates = dice.oneIn(8) ? List.copyOf(oracle.items()) : oracle.living();
    return candidates.isEmpty() || dice.oneIn(30) ? null : dice.of(candidates);
  }

  private static String idOf(@Nullable OracleRecord item) {
    return item == null ? NOBODY : item.id;
  }

  private Refusals gate(@Nullable OracleRecord item) {
    List<@Nullable OracleRecord> named = new ArrayList<>();
    named.add(item);
    return Refusals.of(who, named);
  }

  void ingest() {
    TrustedCaller writer =
        who.permissions().contains(Permission.INGEST) ? who.free() : TrustedCaller.OWNER;
    OracleDraft any = OracleDraft.whole(dice);
    OracleDraft planned = writer.scopes() == null && writer.isAdmin() ? any : any.in("a");
    RecordRequest request = writer.request(planned.draft());
    shop.ask(
            writer + " ingests " + planned,
            Refusals.ofNew(writer, planned),
            membrane -> membrane.as(writer.caller()).ingestion().record(request).record())
        .ifPresent(answer -> oracle.ingested(answer.id(), planned, writer, shop.now()));
  }

  /** An event of its own, or of an episode that may have begun before. */
  void event() {
    String key = dice.oneIn(3) ? null : dice.of("run 1", "run 2");
    Sensitivity level = dice.of(Sensitivity.values());
    IngestOptions alone = IngestOptions.NONE.unscoped().sensitivity(level);
    IngestOptions options = key == null ? alone : alone.episode(key);
    EventRequest request =
        EventRequest.builder()
            .source("agent")
            .eventKind("note")
            .ref("event")
            .options(options)
            .build();
    Optional<RecordView> answer =
        shop.ask(
            "event of " + key + " at " + level,
            Refusals.none(),
            membrane -> membrane.ingestion().event(request).record());
    MemoryRecord record = (MemoryRecord) answer.orElseThrow();
    OracleRecord open = key == null ? null : oracle.episode(key);
    if (open == null) {
      begin(record, key, level);
    } else {
      assertThat(record.id()).as("id of the episode").isEqualTo(open.id);
      Oracle.appended(open, level, shop.now());
      open.sources.add("event");
    }
  }

  private void begin(MemoryRecord record, @Nullable String key, Sensitivity level) {
    OracleDecay fading = Oracle.usual(MemoryType.EPISODIC);
    OracleRecord item =
        new OracleRecord(
            record.id(),
            MemoryType.EPISODIC,
            null,
            level,
            record.confidence(),
            fading,
            1,
            shop.now());
    item.sources.add("event");
    oracle.began(item, key);
  }

  void outcome() {
    OracleRecord item = any();
    Refusals refusals = gate(item);
    if (refusals.isPassed()) {
      refusals.ifNoEpisode(Objects.requireNonNull(item));
    }
    OutcomeStatus status = dice.of(OutcomeStatus.values());
    OutcomeRequest request = OutcomeRequest.of("agent", idOf(item), status);
    boolean isDone =
        shop.tell(
            "outcome " + status + " of " + item,
            refusals,
            membrane -> membrane.as(who.caller()).ingestion().outcome(request));
    if (isDone && item != null) {
      Oracle.ended(item, shop.now());
      item.sources.add("outcome:" + item.id + ":" + status.wireName());
    }
  }

  void reinforce() {
    OracleRecord item = any();
    Refusals refusals = gate(item).ifRetired(listOf(item));
    boolean isDone =
        shop.tell(
            who + " reinforces " + item,
            refusals,
            membrane -> who.revision(membrane).reinforce(idOf(item), BECAUSE));
    if (isDone && item != null) {
      Oracle.reinforced(item, shop.now());
    }
  }

  void penalize() {
    OracleRecord item = any();
    double amount = dice.oneIn(4) ? dice.of(0.0, 1.0, 1e300) : dice.share() / 2;
    Refusals refusals = gate(item).ifRetired(listOf(item));
    boolean isDone =
        shop.tell(
            who + " penalizes " + item + " by " + amount,
            refusals,
            membrane -> who.revision(membrane).penalize(idOf(item), amount, BECAUSE));
    if (isDone && item != null) {
      Oracle.penalized(item, amount, shop.now());
    }
  }

  /** What was pruned may be deleted while its history is kept, of which nothing is known here. */
  void delete() {
    OracleRecord item = any();
    if (item != null && item.pruned) {
      return;
    }
    Refusals refusals = gate(item);
    if (refusals.isPassed()) {
      refusals.ifNeverDeleted(Objects.requireNonNull(item));
    }
    boolean isDone =
        shop.tell(
            who + " deletes " + item,
            refusals,
            membrane -> who.revision(membrane).delete(idOf(item), BECAUSE));
    if (isDone && item != null) {
      item.delete(shop.now());
    }
  }

  void retract() {
    OracleRecord item = any();
    boolean isDone =
        shop.tell(
            who + " retracts " + item,
            gate(item).ifNotRevisable(listOf(item)),
            membrane -> who.revision(membrane).retract(idOf(item), BECAUSE));
    if (isDone && item != null) {
      Oracle.retracted(item, shop.now());
    }
  }

  void contest() {
    OracleRecord item = any();
    OracleRecord other = any();
    String ref = dice.oneIn(3) ? dice.of("", "words") : idOf(other);
    boolean isSeen = ref.equals(idOf(other)) && other != null && !other.gone && who.sees(other);
    Refusals refusals = gate(item).ifNotRevisable(listOf(item));
    boolean isDone =
        shop.tell(
            who + " contests " + item + " by " + ref,
            refusals.ifInvalid(isSeen && Objects.equals(item, other)),
            membrane -> who.revision(membrane).contest(idOf(item), ref, BECAUSE));
    if (isDone && item != null) {
      Oracle.contested(item, isSeen ? other : null, shop.now());
    }
  }

  void supersede() {
    OracleRecord item = any();
    OracleDraft planned = draftAfter(item);
    Refusals refusals =
        gate(item)
            .ifNotRevisable(listOf(item))
            .ifNoSuccessor(who, listOf(item), planned, shop.now());
    create(
            who + " supersedes " + item + " by " + planned,
            refusals,
            planned,
            (membrane, draft) -> who.revision(membrane).supersede(idOf(item), draft, BECAUSE))
        .ifPresent(
            id -> oracle.superseded(Objects.requireNonNull(item), id, planned, who, shop.now()));
  }

  void fork() {
    OracleRecord item = any();
    OracleDraft planned = draftAfter(item);
    Refusals refusals =
        gate(item)
            .ifNotRevisable(listOf(item))
            .ifNoSuccessor(who, listOf(item), planned, shop.now());
    if (item != null) {
      refusals.ifSameThread(item, planned);
    }
    create(
            who + " forks " + item + " to " + planned,
            refusals,
            planned,
            (membrane, draft) -> who.revision(membrane).fork(idOf(item), draft, BECAUSE))
        .ifPresent(id -> oracle.forked(Objects.requireNonNull(item), id, planned, who, shop.now()));
  }

  /** Mostly of records that fit together. */
  void merge() {
    OracleRecord first = any();
    List<@Nullable OracleRecord> named = new ArrayList<>();
    named.add(first);
    for (int more = dice.below(3); more > 0; more--) {
      named.add(dice.oneIn(6) ? any() : alike(first));
    }
    List<String> ids = named.stream().map(RandomCalls::idOf).toList();
    List<OracleRecord> items = distinct(named);
    OracleDraft planned = draftAfter(first);
    Refusals refusals = Refusals.of(who, named).ifNotRevisable(items).ifMixed(items);
    create(
            who + " merges " + named + " to " + planned,
            refusals.ifNoSuccessor(who, items, planned, shop.now()),
            planned,
            (membrane, draft) -> who.revision(membrane).merge(ids, draft, BECAUSE))
        .ifPresent(id -> oracle.merged(items, id, planned, who, shop.now()));
  }

  private @Nullable OracleRecord alike(@Nullable OracleRecord first) {
    List<OracleRecord> fitting =
        oracle.living().stream()
            .filter(item -> first != null && item.type == first.type && !item.isRetired())
            .filter(item -> first != null && Objects.equals(item.scope, first.scope))
            .toList();
    return fitting.isEmpty() ? first : dice.of(fitting);
  }

  private static List<OracleRecord> distinct(List<@Nullable OracleRecord> items) {
    LinkedHashSet<OracleRecord> distinct = new LinkedHashSet<>();
    for (OracleRecord item : items) {
      if (item != null) {
        distinct.add(item);
      }
    }
    return List.copyOf(distinct);
  }

  private static List<OracleRecord> listOf(@Nullable OracleRecord item) {
    return item == null ? List.of() : List.of(item);
  }

  private OracleDraft draftAfter(@Nullable OracleRecord item) {
    return OracleDraft.part(item == null ? MemoryType.SEMANTIC : item.type, dice);
  }

  @FunctionalInterface
  private interface Creation {
    RecordView create(Memory membrane, RecordDraft draft);
  }

  /** Answers the id of the new record; the draft has to stay as it is. */
  private Optional<String> create(
      String what, Refusals refusals, OracleDraft planned, Creation creation) {
    RecordDraft draft = planned.draft();
    Optional<RecordView> answer =
        shop.ask(what, refusals, membrane -> creation.create(membrane, draft));
    assertThat(draft).as("the caller's draft").isEqualTo(planned.draft());
    return answer.map(RecordView::id);
  }
}
