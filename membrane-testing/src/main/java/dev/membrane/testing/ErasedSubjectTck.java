package dev.membrane.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.Caller;
import dev.membrane.EraseRequest;
import dev.membrane.IngestOptions;
import dev.membrane.ObservationRequest;
import dev.membrane.Permission;
import dev.membrane.RecordRequest;
import dev.membrane.Revision.EraseReport;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.RecordDraft;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Facts about a subject are erased with the evidence that only they use. */
public abstract class ErasedSubjectTck extends ErasureScenes {

  /** For subclasses. */
  protected ErasedSubjectTck() {}

  @Test
  void a_subject_goes_with_the_episodes_that_only_its_facts_have() {
    String[] secret = {word(), word()};
    String mine = observe("Ann", secret[0]);
    String old = observe("Ann", secret[1]);
    membrane.revision().retract(old, "");
    String other = observe("Annabel", "Ann");
    EraseReport planned = membrane.revision().erase(EraseRequest.ofSubject("Ann").asDryRun());
    assertThat(planned.ids()).containsExactlyInAnyOrder(mine, old);
    assertThat(planned.others()).containsExactly(other);
    erase(EraseRequest.ofSubject("Ann"));
    assertGone(secret);
    assertThat(records()).extracting(MemoryRecord::id).containsExactly(other);
  }

  @Test
  void a_fact_that_held_in_another_time_goes_with_its_subject_and_its_scope() {
    for (EraseRequest request :
        List.of(EraseRequest.ofSubject("Ann"), EraseRequest.ofScope(SCOPE))) {
      String secret = word();
      String former = formerFact("Ann", secret);
      assertThat(erase(request).ids()).containsExactly(former);
      assertGone(secret);
    }
  }

  @Test
  void a_fact_that_held_in_another_time_goes_with_the_episode_that_it_was_learned_from() {
    String secret = word();
    String episode = told("one", word());
    String former = formerFact("Ann", secret, episode);
    assertThat(erase(episode).learnedIds()).containsExactly(former);
    assertGone(secret);
  }

  private String formerFact(String subject, String object) {
    return formerFact(subject, object, "ann");
  }

  private String formerFact(String subject, String object, String source) {
    RecordDraft draft =
        CODEC.decodeDraft(
            """
            {"type":"semantic","scope":"%s","sensitivity":"low",
             "provenance":{"sources":[{"kind":"observation","ref":"%s"}]},
             "payload":{"kind":"semantic","subject":"%s","predicate":"lives in","object":"%s",
             "validity":{"mode":"timeboxed","end":"2001-01-01T00:00:00Z"}}}
            """
                .formatted(SCOPE, source, subject, object));
    return membrane.ingestion().record(RecordRequest.of("ann", draft)).id();
  }

  @Test
  void a_dry_run_says_that_there_are_more_others_and_tells_them_once_the_first_are_erased() {
    for (int i = 0; i < 130; i++) {
      var unused = told("episode " + i, i < 10 ? "Ann Lee" : i < 120 ? "Lee met Ann" : "Ann");
    }
    EraseRequest request = EraseRequest.ofSubject("Ann Lee").asDryRun();
    EraseReport first = membrane.revision().erase(request);
    assertThat(first.others()).hasSize(100);
    assertThat(first.othersTruncated()).isTrue();
    var unused = membrane.revision().erase(EraseRequest.ofRecords(first.others()));
    EraseReport next = membrane.revision().erase(request);
    assertThat(next.others()).hasSize(20).doesNotContainAnyElementsOf(first.others());
    assertThat(next.othersTruncated()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Zoë", "the who", "東京", "42", "???"})
  void a_dry_run_finds_the_words_in_any_field(String words) {
    List<String> others = new ArrayList<>();
    others.add(called("one", "look", Map.of(), Map.of("found", List.of("by " + words + ", once"))));
    others.add(called(words, "look", Map.of(), "ok"));
    others.add(called("two", words, Map.of(words, "x"), "ok"));
    String fact =
        """
        {"type":"semantic","sensitivity":"low","scope":"place","tags":["%s"],
         "provenance":{"sources":[{"kind":"observation","ref":"%s"}]},
         "payload":{"kind":"semantic","subject":"Bob","predicate":"likes","object":{"%s":1},
         "validity":{"mode":"conditional","conditions":{"with":"%s"}},
         "evidence":[{"source_type":"human","source_id":"%s","timestamp":"2026-01-01T00:00:00Z"}]}}
        """;
    for (int place = 0; place < 5; place++) {
      Object[] in = {"tag", "ref", "key", "nobody", "no"};
      in[place] = words;
      RecordRequest request = RecordRequest.of("agent", CODEC.decodeDraft(fact.formatted(in)));
      others.add(membrane.ingestion().record(request).id());
    }
    String contested = observe("Bob", "tea");
    membrane.revision().contest(contested, "a letter", "said " + words.toUpperCase(Locale.ROOT));
    others.add(contested);
    String apart = observe("Bob", "Zoetrope and thewho");
    EraseReport planned = membrane.revision().erase(EraseRequest.ofSubject(words).asDryRun());
    assertThat(planned.ids()).isEmpty();
    assertThat(planned.others()).containsAll(others).doesNotContain(apart);
    assertThat(planned.othersTruncated()).isFalse();
  }

  @Test
  void a_dry_run_does_not_tell_of_words_that_the_caller_is_not_shown() {
    String contested = observe("Bob", "tea");
    String hidden =
        membrane
            .ingestion()
            .observe(
                ObservationRequest.builder()
                    .source("ann")
                    .subject("Bob")
                    .predicate("likes")
                    .object(new JsonString("rum"))
                    .options(IngestOptions.NONE.scope("elsewhere"))
                    .build())
            .id();
    membrane.revision().contest(contested, hidden, "said by Zoe");
    EraseRequest request = EraseRequest.ofSubject("Zoe").asDryRun();
    assertThat(membrane.revision().erase(request).others()).containsExactly(contested);
    Caller admin = Caller.named("bob").in(SCOPE).permitted(Set.of(Permission.ADMIN));
    assertThat(membrane.as(admin).revision().erase(request).others()).isEmpty();
  }

  @Test
  void an_episode_goes_with_the_subject_unless_something_else_was_learned_from_it() {
    String only = told("one", word());
    end(only, OutcomeStatus.SUCCESS);
    learn();
    String shared = run("two", "move the tables", OutcomeStatus.SUCCESS, Map.of());
    learn();
    EraseReport done = erase(EraseRequest.ofSubject("user"));
    assertThat(done.ids()).contains(only).doesNotContain(shared);
    assertThat(records()).extracting(MemoryRecord::id).contains(shared).doesNotContain(only);
  }
}
