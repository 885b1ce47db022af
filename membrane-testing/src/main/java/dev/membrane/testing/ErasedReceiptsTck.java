package dev.membrane.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.Caller;
import dev.membrane.EraseRequest;
import dev.membrane.Memory;
import dev.membrane.NotFoundException;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.Sensitivity;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which receipts of questions go with a record, a subject or a scope that is erased. */
public abstract class ErasedReceiptsTck extends ErasureScenes {

  /** For subclasses. */
  protected ErasedReceiptsTck() {}

  @Test
  void receipts_of_answers_go_with_what_they_name() {
    String secret = word();
    String kept = observe("Bob", "rain");
    observe(secret, "tea");
    RetrieveRequest.Builder question = RetrieveRequest.builder().trust(ALL).receipt(true);
    Memory asking = membrane.as(Caller.named("ann").in(SCOPE, "another"));
    String named = asking.retrieval().retrieve(question.build()).receiptId();
    String quoted =
        membrane
            .as(Caller.named("ann").in("another"))
            .retrieval()
            .retrieve(question.taskDescriptor("what of " + secret + "?").build())
            .receiptId();
    String other =
        membrane
            .as(Caller.named("ann").in("another"))
            .retrieval()
            .retrieve(question.taskDescriptor("rain").build())
            .receiptId();
    erase(EraseRequest.ofSubject(secret));
    for (String gone : List.of(named, quoted)) {
      assertThatThrownBy(() -> membrane.retrieval().replay(gone))
          .isInstanceOf(NotFoundException.class);
    }
    assertThat(membrane.retrieval().replay(other).principal()).isEqualTo("ann");
    assertThat(membrane.retrieval().byId(kept, ALL).id()).isEqualTo(kept);
    assertGone(secret);
  }

  private String receipt(Caller caller, RetrieveRequest.Builder question) {
    return membrane
        .as(caller)
        .retrieval()
        .retrieve(question.trust(ALL).receipt(true).build())
        .receiptId();
  }

  private List<String> kept(String... receipts) {
    return Stream.of(receipts)
        .filter(id -> !store.find(List.of("receipt:" + id)).isEmpty())
        .toList();
  }

  @Test
  void a_receipt_is_counted_only_if_whoever_erases_sees_all_that_its_asker_saw() {
    String id = observe("Bob", "rain");
    for (int i = 0; i < 3; i++) {
      receipt(Caller.named("vic").in(SCOPE, "another"), RetrieveRequest.builder());
    }
    String own = receipt(Caller.named("carl").in(SCOPE), RetrieveRequest.builder());
    Memory eraser = membrane.as(Caller.named("carl").in(SCOPE));
    EraseRequest request = EraseRequest.ofRecords(List.of(id));

    assertThat(eraser.revision().erase(request.asDryRun()).idempotencyKeys()).isEqualTo(1);
    assertThat(kept(own)).containsExactly(own);
    assertThat(eraser.revision().erase(request).idempotencyKeys()).isEqualTo(1);
    assertThat(kept(own)).isEmpty();
    assertGone("rain");
  }

  @Test
  void a_receipt_goes_only_if_its_question_names_the_subject_in_words() {
    Caller bob = Caller.named("bob").in("another");
    String plain = receipt(bob, RetrieveRequest.builder().taskDescriptor("annual planning"));
    String words = receipt(bob, RetrieveRequest.builder().taskDescriptor("What about ANN?"));
    String tag = receipt(bob, RetrieveRequest.builder().tags(List.of("ann")));
    String thread = receipt(bob, RetrieveRequest.builder().threadId("ann-7"));
    String context =
        receipt(
            bob, RetrieveRequest.builder().context((JsonObject) JsonValue.of(Map.of("of", "Ann"))));
    String limit = receipt(Caller.named("ann"), RetrieveRequest.builder().limit(7));
    String episode = receipt(bob, RetrieveRequest.builder().episode("ann/chat"));
    String[] all = {plain, words, tag, thread, context, episode, limit};
    membrane.as(Caller.named("carl").in(SCOPE)).revision().erase(EraseRequest.ofSubject("Ann"));
    assertThat(kept(all)).as("the eraser sees less than who asked").containsExactly(all);
    membrane.revision().erase(EraseRequest.ofSubject("limit"));
    assertThat(kept(all)).containsExactly(all);
    membrane.revision().erase(EraseRequest.ofSubject("Ann"));
    assertThat(kept(all)).containsExactly(plain, limit);
  }

  @Test
  void a_receipt_goes_if_its_question_has_the_words_of_the_subject_in_several_members() {
    JsonObject context = (JsonObject) JsonValue.of(Map.of("a", "Zo\u00eb", "b", "quokka"));
    String tags =
        receipt(Caller.ANONYMOUS, RetrieveRequest.builder().tags(List.of("Zo\u00eb", "Quokka")));
    String values = receipt(Caller.ANONYMOUS, RetrieveRequest.builder().context(context));
    String both =
        receipt(
            Caller.ANONYMOUS,
            RetrieveRequest.builder().taskDescriptor("zo\u00eb").tags(List.of("quokka")));
    String one = receipt(Caller.ANONYMOUS, RetrieveRequest.builder().taskDescriptor("Quokka"));
    membrane.revision().erase(EraseRequest.ofSubject("Zo\u00eb Quokka"));
    assertThat(kept(tags, values, both, one)).containsExactly(one);
  }

  @Test
  void a_receipt_goes_with_the_scope_that_it_asked() {
    Caller bob = Caller.named("bob").in("another", "limit", "lim");
    String alone = receipt(Caller.named("carl").in("lim"), RetrieveRequest.builder());
    String other = receipt(bob, RetrieveRequest.builder().limit(5).taskDescriptor("lim"));
    String asked =
        membrane
            .as(bob)
            .retrieval()
            .retrieve(
                RetrieveRequest.builder()
                    .trust(TrustContext.upTo(Sensitivity.HYPER, "lim", "limit"))
                    .receipt(true)
                    .build())
            .receiptId();
    membrane.revision().erase(EraseRequest.ofScope("lim"));
    assertThat(kept(alone, other, asked)).containsExactly(other);
  }
}
