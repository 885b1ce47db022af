package dev.membrane.internal.revise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.AccessDeniedException;
import dev.membrane.Caller;
import dev.membrane.Permission;
import dev.membrane.internal.EngineFixture;
import dev.membrane.internal.Facts;
import dev.membrane.internal.change.ChangeReason;
import dev.membrane.schema.EvidenceType;
import dev.membrane.schema.Limits;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Provenance;
import dev.membrane.schema.ProvenanceKind;
import dev.membrane.schema.ProvenanceRef;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.Sensitivity;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Hearsay does not become what somebody said by being written anew. */
class KeptHearsayTest {

  private static final ChangeReason WHY = ChangeReason.of("", "better");
  private static final Caller CLERK =
      Caller.named("clerk")
          .upTo(Sensitivity.MEDIUM)
          .permitted(Set.of(Permission.REVISE, Permission.RETRIEVE));
  private static final Caller CHIEF = Caller.named("chief");
  private static final ProvenanceRef TOLD =
      new ProvenanceRef(EvidenceType.TOOL, "fetch", EngineFixture.NOON);
  private static final ProvenanceRef READ =
      new ProvenanceRef(EvidenceType.EVENT, "page", EngineFixture.NOON);

  private final EngineFixture house = new EngineFixture();
  private final String hearsay =
      Facts.in(
          house,
          Facts.draft("plum")
              .scope("red")
              .confidence(0.5)
              .tags(List.of("hearsay", "t"))
              .payload(Facts.saying("plum").withEvidence(List.of(TOLD, READ))));
  private final String repeated =
      Facts.in(
          house,
          Facts.draft("prune")
              .scope("red")
              .confidence(0.4)
              .tags(List.of("hearsay"))
              .payload(Facts.saying("prune").withEvidence(List.of(TOLD))));
  private final String said =
      Facts.in(
          house, Facts.draft("pear").scope("red").confidence(0.7).payload(Facts.proven("pear")));

  enum Way {
    SUPERSEDE,
    FORK,
    MERGE
  }

  private MemoryRecord revised(Way way, RecordDraft draft, Caller caller) {
    RecordView view =
        switch (way) {
          case SUPERSEDE -> house.revision.supersede(hearsay, draft, WHY, caller);
          case FORK -> house.revision.fork(hearsay, draft, WHY, caller);
          case MERGE -> house.revision.merge(List.of(repeated, hearsay), draft, WHY, caller);
        };
    return view.full().orElseThrow();
  }

  private static RecordDraft.Builder with(ProvenanceRef... evidence) {
    return RecordDraft.builder().payload(Facts.saying("fig").withEvidence(List.of(evidence)));
  }

  private static RecordDraft from(ProvenanceSource... sources) {
    return with(TOLD).provenance(new Provenance(List.of(sources), "clerk")).build();
  }

  private static ProvenanceSource source(ProvenanceKind kind, String ref) {
    return new ProvenanceSource(kind, ref, null, null, null);
  }

  @ParameterizedTest
  @EnumSource
  void what_is_made_of_hearsay_is_hearsay(Way way) {
    MemoryRecord successor = revised(way, with(TOLD, READ).build(), CLERK);

    assertThat(successor.tags()).containsExactly("hearsay");
    assertThat(successor.confidence()).isEqualTo(0.5);
  }

  @ParameterizedTest
  @EnumSource
  void hearsay_is_no_evidence_for_itself(Way way) {
    ProvenanceRef itself = new ProvenanceRef(EvidenceType.EVENT, hearsay, EngineFixture.NOON);

    assertThat(revised(way, with(itself).build(), CLERK).tags()).containsExactly("hearsay");
  }

  @ParameterizedTest
  @EnumSource
  void own_tags_stand_before_the_mark_and_a_lower_confidence_stays(Way way) {
    RecordDraft draft = with(TOLD).tags(List.of("mine")).confidence(0.2).build();

    MemoryRecord successor = revised(way, draft, CLERK);

    assertThat(successor.tags()).containsExactly("mine", "hearsay");
    assertThat(successor.confidence()).isEqualTo(0.2);
  }

  @ParameterizedTest
  @EnumSource
  void a_confidence_that_no_hearsay_has_is_refused(Way way) {
    RecordDraft draft = with(TOLD).confidence(0.6).build();

    assertThatThrownBy(() -> revised(way, draft, CLERK))
        .isInstanceOf(AccessDeniedException.class)
        .hasMessageStartingWith("confidence above 0.5 of hearsay");
    assertThat(house.record(hearsay).isRetired()).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void evidence_of_another_kind_that_is_new_makes_it_said(Way way) {
    ProvenanceRef seen = new ProvenanceRef(EvidenceType.HUMAN, "ann", EngineFixture.NOON);
    RecordDraft draft = with(TOLD, seen).confidence(0.9).build();

    MemoryRecord successor = revised(way, draft, CLERK);

    assertThat(successor.tags()).isEmpty();
    assertThat(successor.confidence()).isEqualTo(0.9);
  }

  @ParameterizedTest
  @EnumSource
  void a_source_that_is_not_of_a_tool_makes_it_said(Way way) {
    assertThat(revised(way, from(source(ProvenanceKind.ARTIFACT, "letter")), CLERK).tags())
        .isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void a_source_that_is_of_a_tool_or_of_the_hearsay_does_not(Way way) {
    List<ProvenanceSource> sources = new ArrayList<>();
    sources.add(source(ProvenanceKind.TOOL_CALL, "fetch"));
    sources.add(source(ProvenanceKind.EVENT, hearsay));
    sources.addAll(house.record(hearsay).provenance().sources());

    RecordDraft draft = from(sources.toArray(ProvenanceSource[]::new));

    assertThat(revised(way, draft, CLERK).tags()).containsExactly("hearsay");
  }

  @ParameterizedTest
  @EnumSource(names = {"SUPERSEDE", "FORK"})
  void what_hearsay_was_made_of_is_no_other_evidence(Way way) {
    String made = revised(way, with(TOLD).build(), CLERK).id();
    ProvenanceRef first = new ProvenanceRef(EvidenceType.EVENT, hearsay, EngineFixture.NOON);

    RecordView again = house.revision.supersede(made, with(first).build(), WHY, CLERK);

    assertThat(again.full().orElseThrow().tags()).containsExactly("hearsay");
  }

  @Test
  void what_repeats_something_said_is_said() {
    RecordDraft draft = with(TOLD).build();

    RecordView merged = house.revision.merge(List.of(said, hearsay), draft, WHY, CLERK);

    assertThat(merged.full().orElseThrow().tags()).isEmpty();
    assertThat(merged.full().orElseThrow().confidence()).isEqualTo(0.7);
  }

  @Test
  void the_mark_does_not_count_as_one_of_the_tags_of_the_caller() {
    List<String> most =
        IntStream.range(0, Limits.MAX_TAGS).mapToObj(number -> "t" + number).toList();

    MemoryRecord fork = revised(Way.FORK, with(TOLD).tags(most).build(), CLERK);

    assertThat(fork.tags()).hasSize(Limits.MAX_TAGS + 1).startsWith("t0").endsWith("hearsay");
  }

  @ParameterizedTest
  @EnumSource
  void who_may_claim_may_leave_the_mark_out(Way way) {
    MemoryRecord successor = revised(way, with(TOLD).tags(List.of()).build(), CHIEF);

    assertThat(successor.tags()).isEmpty();
  }

  @Test
  void who_may_claim_and_says_nothing_of_it_keeps_the_mark() {
    assertThat(revised(Way.FORK, with(TOLD).build(), CHIEF).tags()).containsExactly("hearsay");
    assertThat(revised(Way.FORK, with(TOLD).confidence(0.8).build(), CHIEF).confidence())
        .isEqualTo(0.8);
  }
}
