package dev.membrane.internal.listing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.AccessDeniedException;
import dev.membrane.Caller;
import dev.membrane.Listing.Edge;
import dev.membrane.NotFoundException;
import dev.membrane.Page;
import dev.membrane.PageRequest;
import dev.membrane.Permission;
import dev.membrane.TrustContext;
import dev.membrane.internal.retrieve.Remembered;
import dev.membrane.schema.Relation;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.store.Statistics.ScopeCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RelationListingTest {

  private static final Caller ALL = Caller.ANONYMOUS;
  private static final Caller OF_TEAM =
      Caller.named("ann").upTo(Sensitivity.LOW).in("team").permitted(Set.of(Permission.RETRIEVE));

  private final Remembered memory = new Remembered();

  @Test
  void relations_of_a_record_come_first_then_those_to_it() {
    String first = memory.event("first");
    String second = memory.event("second");
    String middle = related("team", Sensitivity.LOW, first, second);
    String later = related("team", Sensitivity.LOW, middle, first, middle);
    String last = related("team", Sensitivity.LOW, middle);
    List<Edge> expected =
        List.of(
            edge(middle, first),
            edge(middle, second),
            edge(later, middle),
            edge(later, middle),
            edge(last, middle));
    for (int size = 1; size <= 6; size++) {
      assertThat(listed(middle, size, ALL)).as("pages of %s", size).isEqualTo(expected);
    }
    assertThat(listed(middle, 2, OF_TEAM)).isEqualTo(expected);
    assertThat(listed(first, 2, OF_TEAM)).containsExactly(edge(middle, first), edge(later, first));
  }

  @Test
  void relations_from_and_to_what_is_not_seen_leave_no_trace() {
    String hidden = memory.event("hidden", record -> record.scope("other"));
    String above = memory.event("above", Remembered.guarded(Sensitivity.MEDIUM));
    String seen = related("team", Sensitivity.LOW, hidden, above);
    related("other", Sensitivity.LOW, seen);
    related("team", Sensitivity.MEDIUM, seen);
    String shown = related("team", Sensitivity.LOW, seen);
    assertThat(listed(seen, 100, OF_TEAM)).containsExactly(edge(shown, seen));
    assertThat(page(seen, PageRequest.FIRST.ofSize(1), OF_TEAM).nextCursor()).isEmpty();
    assertThat(listed(seen, 100, ALL)).hasSize(5);
  }

  @Test
  void relations_of_what_is_hidden_are_not_found_and_one_level_above_refused() {
    String hidden = memory.event("hidden", record -> record.scope("other"));
    String above = memory.event("above", Remembered.guarded(Sensitivity.MEDIUM));
    assertThatThrownBy(() -> page(hidden, PageRequest.FIRST, OF_TEAM))
        .isInstanceOf(NotFoundException.class);
    assertThatThrownBy(() -> page("none", PageRequest.FIRST, OF_TEAM))
        .isInstanceOf(NotFoundException.class);
    assertThatThrownBy(() -> page(above, PageRequest.FIRST, OF_TEAM))
        .isInstanceOf(AccessDeniedException.class);
    assertThatThrownBy(
            () -> page(above, PageRequest.FIRST.under(TrustContext.upTo(Sensitivity.LOW)), ALL))
        .isInstanceOf(AccessDeniedException.class);
  }

  @Test
  void a_cursor_belongs_to_one_record() {
    String target = memory.event("target");
    String other = related("team", Sensitivity.LOW, target, target);
    String cursor = page(other, PageRequest.FIRST.ofSize(1), ALL).nextCursor();
    assertThat(page(other, PageRequest.FIRST.after(cursor), ALL).items()).hasSize(1);
    for (String bad : List.of(cursor + "A", "?", "AAAA")) {
      assertThatThrownBy(() -> page(other, PageRequest.FIRST.after(bad), ALL))
          .isInstanceOf(ValidationException.class);
    }
    assertThatThrownBy(() -> page(target, PageRequest.FIRST.after(cursor), ALL))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("cursor");
  }

  @Test
  void scopes_are_listed_by_name_with_how_many_records_are_seen() {
    memory.event("unscoped");
    memory.event("a", record -> record.scope("team"));
    memory.event("b", record -> record.scope("team"));
    memory.event("c", record -> record.scope("team").sensitivity(Sensitivity.MEDIUM));
    memory.event("d", record -> record.scope("other"));
    assertThat(scopes(1, ALL))
        .containsExactly(
            new ScopeCount(null, 1), new ScopeCount("other", 1), new ScopeCount("team", 3));
    assertThat(scopes(1, OF_TEAM))
        .containsExactly(new ScopeCount(null, 1), new ScopeCount("team", 2));
  }

  private String related(String scope, Sensitivity level, String... targets) {
    List<Relation> relations = Stream.of(targets).map(RelationListingTest::to).toList();
    return memory.event(
        "related", record -> record.scope(scope).sensitivity(level).relations(relations));
  }

  private static Relation to(String target) {
    return new Relation("supports", target, null, null);
  }

  private static Edge edge(String source, String target) {
    return new Edge(source, to(target));
  }

  private List<Edge> listed(String id, int size, Caller caller) {
    List<Edge> edges = new ArrayList<>();
    PageRequest next = PageRequest.FIRST.ofSize(size);
    Page<Edge> page;
    do {
      page = page(id, next, caller);
      edges.addAll(page.items());
      next = next.after(page.nextCursor());
    } while (!page.nextCursor().isEmpty());
    return edges;
  }

  private List<ScopeCount> scopes(int size, Caller caller) {
    List<ScopeCount> scopes = new ArrayList<>();
    PageRequest next = PageRequest.FIRST.ofSize(size);
    Page<ScopeCount> page;
    do {
      page = memory.listing().scopes(next, caller);
      scopes.addAll(page.items());
      next = next.after(page.nextCursor());
    } while (!page.nextCursor().isEmpty());
    return scopes;
  }

  private Page<Edge> page(String id, PageRequest request, Caller caller) {
    return memory.listing().relations(id, request, caller);
  }
}
