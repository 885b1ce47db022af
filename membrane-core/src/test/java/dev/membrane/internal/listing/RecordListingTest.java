package dev.membrane.internal.listing;

import static dev.membrane.internal.retrieve.Remembered.guarded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.AccessDeniedException;
import dev.membrane.Caller;
import dev.membrane.ListRecordsRequest;
import dev.membrane.Page;
import dev.membrane.PageRequest;
import dev.membrane.Permission;
import dev.membrane.TrustContext;
import dev.membrane.internal.retrieve.Remembered;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.RedactedRecord;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.search.Arrivals;
import dev.membrane.spi.store.ForwardingStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class RecordListingTest {

  private static final Caller ALL = Caller.ANONYMOUS;
  private static final Caller OF_TEAM =
      Caller.named("ann").upTo(Sensitivity.LOW).in("team").permitted(Set.of(Permission.RETRIEVE));

  private final Remembered memory = new Remembered();

  @Test
  void all_pages_together_list_everything_once_in_the_order_in_which_it_came() {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 25; i++) {
      ids.add(memory.event("event " + i));
    }
    assertThat(listed(10, ALL, page -> {})).isEqualTo(ids);
    assertThat(listed(25, ALL, page -> {})).isEqualTo(ids);
    assertThat(list(ask -> ask.page(PageRequest.FIRST.ofSize(10))).items()).hasSize(10);
    assertThat(list(ask -> ask.page(PageRequest.FIRST.ofSize(25))).nextCursor()).isEmpty();
  }

  @Test
  void what_is_there_all_the_while_is_listed_once_whatever_is_written() {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      ids.add(memory.event("event " + i));
    }
    List<String> later = new ArrayList<>();
    List<String> listed =
        listed(
            3,
            ALL,
            page -> {
              // The very record that the cursor goes on after, and one that is still to come.
              String last = page.items().get(page.items().size() - 1).id();
              delete(last);
              if (later.isEmpty()) {
                delete(ids.get(7));
                later.add(memory.event("later"));
              }
            });
    List<String> expected = new ArrayList<>(ids);
    expected.remove(ids.get(7));
    expected.addAll(later);
    assertThat(listed).isEqualTo(expected);
  }

  @Test
  void what_may_not_be_seen_leaves_no_trace() {
    List<String> seen = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      memory.event("hidden", record -> record.scope("other"));
      memory.event("hidden", guarded(Sensitivity.HIGH));
      seen.add(memory.event("seen", record -> record.scope("team")));
    }
    Page<RecordView> page = list(ask -> ask.page(PageRequest.FIRST.ofSize(3)), OF_TEAM);
    assertThat(ids(page)).isEqualTo(seen.subList(0, 3));
    assertThat(listed(3, OF_TEAM, each -> assertThat(each.items()).hasSize(3))).isEqualTo(seen);
  }

  @Test
  void one_level_above_the_outline_is_listed_unless_content_is_asked_for() {
    String full = memory.event("a", record -> record.tags(List.of("tag")));
    String above =
        memory.event("b", record -> record.sensitivity(Sensitivity.MEDIUM).tags(List.of("tag")));
    List<RecordView> views = list(ask -> ask, OF_TEAM).items();
    assertThat(views).extracting(RecordView::id).containsExactly(full, above);
    assertThat(views.get(0)).isInstanceOf(MemoryRecord.class);
    assertThat(views.get(1)).isInstanceOf(RedactedRecord.class);
    assertThat(ids(list(ask -> ask.tags(List.of("tag")), OF_TEAM))).containsExactly(full);
    TrustContext low = TrustContext.upTo(Sensitivity.PUBLIC);
    assertThat(list(ask -> ask.page(PageRequest.FIRST.under(low)), OF_TEAM).items())
        .allSatisfy(view -> assertThat(view).isInstanceOf(RedactedRecord.class));
  }

  @Test
  void types_threads_and_times_restrict() {
    String event = memory.event("a");
    String working = memory.add(Remembered.working("t", "b"));
    memory.add(Remembered.working("u", "c"));
    String late =
        memory.event(
            "d",
            record ->
                record
                    .createdAt(Remembered.NOW.plusSeconds(5))
                    .updatedAt(Remembered.NOW.plusSeconds(7)));
    assertThat(ids(list(ask -> ask.memoryTypes(Set.of(MemoryType.EPISODIC)))))
        .containsExactly(event, late);
    assertThat(ids(list(ask -> ask.threadId("t")))).containsExactly(working);
    assertThat(ids(list(ask -> ask.createdFrom(Remembered.NOW.plusSeconds(5)))))
        .containsExactly(late);
    assertThat(ids(list(ask -> ask.createdUntil(Remembered.NOW.plusSeconds(5))))).hasSize(3);
    assertThat(ids(list(ask -> ask.updatedFrom(Remembered.NOW.plusSeconds(7)))))
        .containsExactly(late);
    assertThat(ids(list(ask -> ask.updatedUntil(Remembered.NOW.plusSeconds(7))))).hasSize(3);
  }

  @Test
  void a_cursor_is_refused_that_is_none_or_of_another_question() {
    memory.event("a");
    memory.event("b");
    String cursor = list(ask -> ask.page(PageRequest.FIRST.ofSize(1))).nextCursor();
    assertThat(ids(list(ask -> ask.page(PageRequest.FIRST.ofSize(7).after(cursor))))).hasSize(1);
    for (String bad : List.of("?", "AAAA", cursor + "A", cursor.substring(1), cursor + "=")) {
      assertRefused("cursor", ask -> ask.page(PageRequest.FIRST.after(bad)));
    }
    assertRefused(
        "cursor", ask -> ask.page(PageRequest.FIRST.after(cursor)).includeRetracted(true));
    assertRefused("cursor", ask -> ask.page(PageRequest.FIRST.after(cursor)).tags(List.of("tag")));
    assertRefused(
        "cursor",
        ask -> ask.page(PageRequest.FIRST.after(cursor).under(TrustContext.upTo(Sensitivity.LOW))));
  }

  @Test
  void a_cursor_does_not_tell_whether_a_record_is_there_that_may_not_be_known_of() {
    String hidden = memory.event("hidden", record -> record.scope("other"));
    memory.event("seen");
    String cursor = list(ask -> ask.page(PageRequest.FIRST.ofSize(1))).nextCursor();
    assertThat(hidden)
        .isEqualTo(list(ask -> ask.page(PageRequest.FIRST.ofSize(1))).items().get(0).id());
    assertThatThrownBy(() -> list(ask -> ask.page(PageRequest.FIRST.after(cursor)), OF_TEAM))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("cursor");
  }

  @Test
  void a_page_has_up_to_a_thousand_records() {
    assertRefused("page_size", ask -> ask.page(PageRequest.FIRST.ofSize(-1)));
    assertRefused("page_size", ask -> ask.page(PageRequest.FIRST.ofSize(1_001)));
    for (int i = 0; i < 101; i++) {
      memory.event("event");
    }
    assertThat(list(ask -> ask).items()).hasSize(100);
    assertThat(list(ask -> ask.page(PageRequest.FIRST.ofSize(1_000))).items()).hasSize(101);
  }

  @Test
  void who_may_not_retrieve_may_not_list() {
    assertThatThrownBy(() -> list(ask -> ask, OF_TEAM.permitted(Set.of(Permission.INGEST))))
        .isInstanceOf(AccessDeniedException.class);
  }

  @Test
  void a_record_that_goes_while_a_page_is_read_is_replaced_by_the_next() {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      ids.add(memory.event("event " + i));
    }
    ForwardingStore racing =
        new ForwardingStore(memory.store) {
          @Override
          public List<String> arrivals(Arrivals asked) {
            List<String> found = super.arrivals(asked);
            if (!get(List.of(ids.get(1))).isEmpty()) {
              delete(ids.get(1));
            }
            return found;
          }
        };
    ListingService listing = new Remembered(racing).listing();
    Page<RecordView> page =
        listing.records(
            ListRecordsRequest.builder().page(PageRequest.FIRST.ofSize(3)).build(), ALL);
    assertThat(ids(page)).containsExactly(ids.get(0), ids.get(2), ids.get(3));
    assertThat(page.nextCursor()).isNotEmpty();
  }

  private List<String> listed(int pageSize, Caller caller, Consumer<Page<RecordView>> between) {
    List<String> listed = new ArrayList<>();
    String cursor = "";
    do {
      String after = cursor;
      Page<RecordView> page =
          list(ask -> ask.page(PageRequest.FIRST.ofSize(pageSize).after(after)), caller);
      listed.addAll(ids(page));
      between.accept(page);
      cursor = page.nextCursor();
    } while (!cursor.isEmpty());
    return listed;
  }

  private void delete(String id) {
    Change deletion = new Change.Delete(id, 1, List.of());
    memory.store.commit(Changeset.builder().change(deletion).build());
  }

  private Page<RecordView> list(UnaryOperator<ListRecordsRequest.Builder> question) {
    return list(question, ALL);
  }

  private Page<RecordView> list(UnaryOperator<ListRecordsRequest.Builder> question, Caller caller) {
    return memory.listing().records(question.apply(ListRecordsRequest.builder()).build(), caller);
  }

  private void assertRefused(String field, UnaryOperator<ListRecordsRequest.Builder> question) {
    assertThatThrownBy(() -> list(question))
        .isInstanceOfSatisfying(
            ValidationException.class, refused -> assertThat(refused.field()).isEqualTo(field));
  }

  private static List<String> ids(Page<RecordView> page) {
    return page.items().stream().map(RecordView::id).toList();
  }
}
