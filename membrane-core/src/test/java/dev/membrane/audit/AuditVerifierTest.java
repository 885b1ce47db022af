package dev.membrane.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.Facts;
import dev.membrane.House;
import dev.membrane.audit.AuditReport.Broken;
import dev.membrane.engine.Caller;
import dev.membrane.engine.Mandate;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.AuditLink;
import dev.membrane.spi.AuditTrail;
import dev.membrane.spi.Stored;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Whatever is changed behind the engine's back is found, and named. */
class AuditVerifierTest {

  private static final Mandate WHY = Mandate.of("ann", "because");

  private final House house = new House();

  @Test
  void untouched_logs_hold_deleted_ones_included() {
    String one = Facts.in(house, Facts.draft("Go"));
    String two = Facts.in(house, Facts.draft("Rust"));
    house.decay.reinforce(one, WHY, Caller.ANONYMOUS);
    house.revision.supersede(two, Facts.successor("Zig"), WHY, Caller.ANONYMOUS);
    house.decay.delete(one, WHY, Caller.ANONYMOUS);

    AuditReport report = verify(trail -> trail);

    assertThat(report.broken()).isNull();
    assertThat(report.records()).isEqualTo(3);
    assertThat(report.entries()).isEqualTo(6);
  }

  @Test
  void the_hashes_are_the_ones_documented() throws Exception {
    String id = Facts.in(house, Facts.draft("Go"));
    house.decay.delete(id, WHY, Caller.ANONYMOUS);
    List<AuditLink> links = house.audit.log(id);

    AuditLink last = links.get(1);
    assertThat(last.rationaleHash()).isEqualTo(sha256(last.nonce(), "because"));
    assertThat(last.contentHash()).isEqualTo(sha256("tombstone", "", "low"));
    assertThat(last.hash())
        .isEqualTo(
            sha256(
                links.get(0).hash(),
                id,
                "delete",
                "ann",
                house.instant().toString(),
                last.rationaleHash(),
                last.contentHash()));
  }

  @Test
  void the_head_digest_changes_with_every_entry_and_with_none_else() {
    String id = Facts.in(house, Facts.draft("Go"));
    String before = verify(trail -> trail).head();

    assertThat(verify(trail -> trail).head()).isEqualTo(before);
    house.decay.reinforce(id, WHY, Caller.ANONYMOUS);
    assertThat(verify(trail -> trail).head()).isNotEqualTo(before);
  }

  @Test
  void a_changed_rationale_is_found() {
    assertThat(tampered(link -> with(link, entry(link, "forged"))))
        .isEqualTo("the rationale is not the one that was written");
  }

  @Test
  void a_changed_actor_is_found() {
    assertThat(
            tampered(
                link ->
                    with(
                        link,
                        new AuditEntry(
                            link.entry().action(),
                            "mallory",
                            link.entry().timestamp(),
                            link.entry().rationale()))))
        .isEqualTo("the entry, or one before it, is not as it was written");
  }

  @Test
  void a_changed_action_is_found() {
    assertThat(
            tampered(
                link ->
                    with(
                        link,
                        new AuditEntry(
                            AuditAction.DECAY,
                            link.entry().actor(),
                            link.entry().timestamp(),
                            link.entry().rationale()))))
        .isEqualTo("the entry, or one before it, is not as it was written");
  }

  @Test
  void an_entry_that_was_taken_out_is_found_whichever_it_was() {
    String id = Facts.in(house, Facts.draft("Go"));
    house.pass(Duration.ofSeconds(1));
    house.decay.reinforce(id, WHY, Caller.ANONYMOUS);
    house.pass(Duration.ofSeconds(1));
    house.decay.penalize(id, 0.1, WHY, Caller.ANONYMOUS);
    for (int i = 0; i < 3; i++) {
      int place = i;
      Broken broken = verify(trail -> without(trail, place)).broken();
      assertThat(broken).as("without entry %d", i + 1).isNotNull();
      assertThat(broken.id()).isEqualTo(id);
    }
  }

  @Test
  void changed_content_is_found_at_the_last_entry() {
    String id = Facts.in(house, Facts.draft("Go"));
    house.decay.reinforce(id, WHY, Caller.ANONYMOUS);

    Broken broken = verify(trail -> of(trail, with(trail.stored(), "Rust"), null)).broken();

    assertThat(broken)
        .isEqualTo(new Broken(id, 2, "the record is not as it was left by this entry"));
  }

  @Test
  void a_record_that_vanished_or_broke_is_found() {
    String id = Facts.in(house, Facts.draft("Go"));

    assertThat(verify(trail -> of(trail, null, null)).broken())
        .isEqualTo(
            new Broken(
                id,
                1,
                "the record is gone without having been deleted, or what stayed of it was changed"));
    assertThat(verify(trail -> of(trail, null, "no JSON")).broken())
        .isEqualTo(new Broken(id, 1, "what is stored cannot be read: no JSON"));
  }

  @Test
  void a_tombstone_that_was_moved_is_found() {
    String id = Facts.in(house, Facts.draft("Go").scope("red").sensitivity(Sensitivity.HYPER));
    house.decay.delete(id, WHY, Caller.ANONYMOUS);

    for (AuditTrail forged :
        List.of(moved(id, null, Sensitivity.HYPER), moved(id, "red", Sensitivity.PUBLIC))) {
      assertThat(verify(trail -> forged).broken())
          .isEqualTo(
              new Broken(
                  id,
                  2,
                  "the record is gone without having been deleted, or what stayed of it was"
                      + " changed"));
    }
  }

  @Test
  void an_erased_rationale_breaks_nothing() {
    Facts.in(house, Facts.draft("Go"));

    AuditReport report =
        verify(trail -> of(trail, trail.links().stream().map(AuditVerifierTest::erased).toList()));

    assertThat(report.broken()).isNull();
  }

  @Test
  void the_head_is_told_whatever_is_broken() {
    Facts.in(house, Facts.draft("Go"));
    String head = verify(trail -> trail).head();

    assertThat(verify(trail -> of(trail, null, "no JSON")).head()).isEqualTo(head);
  }

  private static AuditLink erased(AuditLink link) {
    return new AuditLink(
        entry(link, ""), "", link.rationaleHash(), link.contentHash(), link.hash());
  }

  private AuditTrail moved(String id, String scope, Sensitivity sensitivity) {
    return new AuditTrail(id, scope, sensitivity, null, null, house.audit.log(id));
  }

  /** What is said when the second of three entries is changed. */
  private String tampered(UnaryOperator<AuditLink> forgery) {
    String id = Facts.in(house, Facts.draft("Go"));
    house.decay.reinforce(id, WHY, Caller.ANONYMOUS);
    house.decay.reinforce(id, WHY, Caller.ANONYMOUS);
    Broken broken =
        verify(
                trail -> {
                  List<AuditLink> links = new ArrayList<>(trail.links());
                  links.set(1, forgery.apply(links.get(1)));
                  return of(trail, links);
                })
            .broken();
    assertThat(broken).isNotNull();
    assertThat(broken.id()).isEqualTo(id);
    assertThat(broken.entry()).isEqualTo(2);
    return broken.reason();
  }

  private AuditReport verify(UnaryOperator<AuditTrail> forgery) {
    house.store.forge(forgery);
    return new AuditVerifier(house.store, records -> {}).verify();
  }

  private static AuditTrail without(AuditTrail trail, int place) {
    List<AuditLink> links = new ArrayList<>(trail.links());
    links.remove(place);
    return of(trail, links);
  }

  private static AuditTrail of(AuditTrail trail, List<AuditLink> links) {
    return new AuditTrail(
        trail.id(), trail.scope(), trail.sensitivity(), trail.stored(), null, links);
  }

  private static AuditTrail of(AuditTrail trail, Stored stored, String damage) {
    return new AuditTrail(
        trail.id(), trail.scope(), trail.sensitivity(), stored, damage, trail.links());
  }

  private static Stored with(Stored stored, String object) {
    return new Stored(
        stored.record().toBuilder().payload(Facts.saying(object)).build(),
        stored.version(),
        stored.anchor(),
        stored.head());
  }

  private static AuditLink with(AuditLink link, AuditEntry entry) {
    return new AuditLink(
        entry, link.nonce(), link.rationaleHash(), link.contentHash(), link.hash());
  }

  private static AuditEntry entry(AuditLink link, String rationale) {
    AuditEntry entry = link.entry();
    return new AuditEntry(entry.action(), entry.actor(), entry.timestamp(), rationale);
  }

  private static String sha256(String... parts) throws Exception {
    StringBuilder text = new StringBuilder();
    for (String part : parts) {
      text.append(part.getBytes(StandardCharsets.UTF_8).length).append(':').append(part);
    }
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
  }
}
