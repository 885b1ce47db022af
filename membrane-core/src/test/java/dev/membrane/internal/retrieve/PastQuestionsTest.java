package dev.membrane.internal.retrieve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.Caller;
import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.NotFoundException;
import dev.membrane.PageRequest;
import dev.membrane.RecordRequest;
import dev.membrane.TrustContext;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.commit.Changeset.KeptRun;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.spi.store.History;
import dev.membrane.spi.store.History.PastRecord;
import dev.membrane.spi.store.History.RecordVersion;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.Vector;
import dev.membrane.store.memory.InMemoryStore;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What those who ask about the past cannot find out, and cannot break. */
class PastQuestionsTest {

  private static final TrustContext ALL = TrustContext.upTo(Sensitivity.HYPER);

  private final NotingStore store = new NotingStore(new InMemoryStore());
  private final Membrane membrane =
      Membrane.builder().store(store).caller(Caller.named("root")).backgroundJobs(false).build();
  private final Memory here = membrane.as(Caller.named("ann").in("here"));

  /** Notes whose former states are read. */
  private static final class NotingStore extends ForwardingStore {

    private final List<String> read = new ArrayList<>();
    private int mostAtOnce;

    NotingStore(MemoryStore store) {
      super(store);
    }

    @Override
    public Optional<History> history() {
      return super.history().map(Noting::new);
    }

    private final class Noting implements History {

      private final History history;

      Noting(History history) {
        this.history = history;
      }

      @Override
      public List<PastRecord> at(Instant at, Visibility visibility, long after) {
        return history.at(at, visibility, after);
      }

      @Override
      public List<PastRecord> at(Instant at, Collection<String> ids) {
        read.addAll(ids);
        mostAtOnce = Math.max(mostAtOnce, ids.size());
        return history.at(at, ids);
      }

      @Override
      public Map<String, Double> cosines(
          Instant at, String model, Vector vector, Collection<String> ids) {
        return history.cosines(at, model, vector, ids);
      }

      @Override
      public List<RecordVersion> versions(String id, long after, int limit) {
        return history.versions(id, after, limit);
      }

      @Override
      public List<PastRecord> pruned(Visibility visibility, long after) {
        return history.pruned(visibility, after);
      }

      @Override
      public List<PastRecord> pruned(Collection<String> ids) {
        return history.pruned(ids);
      }

      @Override
      public SortedMap<Long, String> revised(Visibility visibility, long after, int limit) {
        return history.revised(visibility, after, limit);
      }

      @Override
      public List<Key> keys(Instant at, Collection<String> names) {
        return history.keys(at, names);
      }

      @Override
      public List<KeptRun> runs(
          Instant at, Visibility visibility, @Nullable KeptRun after, int limit) {
        return history.runs(at, visibility, after, limit);
      }

      @Override
      public List<KeptRun> runs(Instant at, Collection<String> ids) {
        return history.runs(at, ids);
      }

      @Override
      public Optional<Instant> oldestEnd() {
        return history.oldestEnd();
      }
    }
  }

  @AfterEach
  void close() {
    membrane.close();
  }

  @Test
  void what_is_hidden_is_not_read_so_that_it_takes_no_longer_than_what_is_not_there() {
    Memory there = membrane.as(Caller.named("bob").in("there"));
    String hidden = there.ingestion().observe("bob", "user", "prefers", "tea").id();
    Instant then = there.retrieval().byId(hidden).full().orElseThrow().createdAt();
    assertThatThrownBy(() -> here.retrieval().byId(hidden, ALL, then))
        .isInstanceOf(NotFoundException.class);
    assertThat(store.read).isEmpty();
    assertThat(there.retrieval().byId(hidden, ALL, then).id()).isEqualTo(hidden);
    assertThat(store.read).contains(hidden);
  }

  @Test
  void however_many_records_one_names_few_are_read_at_a_time() {
    StringBuilder sources = new StringBuilder();
    List<String> ids = new ArrayList<>();
    for (int number = 0; number < 200; number++) {
      String id = here.ingestion().observe("ann", "subject " + number, "prefers", "tea").id();
      ids.add(id);
      sources.append(number == 0 ? "" : ",");
      sources.append("{\"kind\":\"event\",\"ref\":\"" + id + "\"}");
    }
    RecordDraft draft =
        new RecordCodec()
            .decodeDraft(
                """
                {"type":"semantic","sensitivity":"low","provenance":{"sources":[%s]},
                 "payload":{"kind":"semantic","subject":"user","predicate":"likes","object":"tea",
                 "validity":{"mode":"global"},"evidence":[]}}
                """
                    .formatted(sources));
    MemoryRecord record =
        here.ingestion().record(RecordRequest.of("agent", draft)).record().full().orElseThrow();
    Instant then = record.createdAt();
    MemoryRecord asOf = here.retrieval().byId(record.id(), ALL, then).full().orElseThrow();
    assertThat(asOf.provenance()).isEqualTo(record.provenance());
    assertThat(store.read).containsAll(ids);
    assertThat(store.mostAtOnce).isBetween(2, 100);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1 -3", "1", "1 1 1", "-1 1", "99999999999999999999 1", "one 1"})
  void a_cursor_that_somebody_made_up_is_refused(String place) {
    String id = here.ingestion().observe("ann", "user", "prefers", "tea").id();
    here.revision().penalize(id, 0.1, "of little use");
    PageRequest page = PageRequest.FIRST.ofSize(1);
    String cursor = here.audit().history(id, page).nextCursor();
    String text = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
    byte[] madeUp = text.replaceFirst("\\d+ \\d+$", place).getBytes(StandardCharsets.UTF_8);
    String sent = Base64.getUrlEncoder().withoutPadding().encodeToString(madeUp);
    assertThatThrownBy(() -> here.audit().history(id, page.after(sent)))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("cursor");
  }
}
