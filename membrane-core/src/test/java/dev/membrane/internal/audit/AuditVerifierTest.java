package dev.membrane.internal.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.Caller;
import dev.membrane.internal.EngineFixture;
import dev.membrane.internal.Facts;
import dev.membrane.internal.audit.AuditReport.Broken;
import dev.membrane.internal.change.ChangeReason;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.search.Terms;
import dev.membrane.spi.store.AuditTrail;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.spi.store.StoredRecord.Anchor;
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

  private static final ChangeReason WHY = ChangeReason.of("ann", "because");

  private final EngineFixture house = new EngineFixture();

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
    List<AuditLink> links = house.log(id);

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
  void a_content_hash_has_the_nonce_that_goes_with_the_content() throws Exception {
    String id = Facts.in(house, Facts.draft("Go"));
    house.decay.reinforce(id, WHY, Caller.ANONYMOUS);
    AuditTrail trail = house.store.auditLog(id).orElseThrow();
    StoredRecord stored = trail.stored();
    String content =
        new RecordCodec()
            .encode(
                stored.record().withSalience(stored.anchor().salience()).withAuditLog(List.of()));
    String hash = sha256(trail.nonce(), "record", "2", content, stored.anchor().at().toString());

    assertThat(trail.nonce()).isNotEmpty();
    assertThat(trail.links().get(1).contentHash()).isEqualTo("salted:" + hash);
    assertThat(trail.links().get(0).contentHash()).startsWith("salted:");
    assertThat(trail.links()).extracting(AuditLink::nonce).doesNotContain(trail.nonce());

    house.decay.delete(id, WHY, Caller.ANONYMOUS);

    assertThat(house.store.auditLog(id).orElseThrow().nonce()).isEmpty();
    assertThat(house.log(id).subList(0, 2)).isEqualTo(trail.links());
    assertThat(verify(kept -> kept).broken()).isNull();
  }

  @Test
  void another_nonce_or_version_is_found() {
    String id = Facts.in(house, Facts.draft("Go"));
    Broken expected = new Broken(id, 1, "the record is not as it was left by this entry");

    assertThat(verify(trail -> with(trail, trail.stored(), "guessed")).broken())
        .isEqualTo(expected);
    assertThat(verify(trail -> with(trail, versioned(trail.stored(), 2), trail.nonce())).broken())
        .isEqualTo(expected);
  }

  @Test
  void entries_of_a_time_without_nonces_hold_and_are_counted() throws Exception {
    String gone = unsalted("01957b3c-0000-7000-8000-00000000000a", "Go");
    String there = unsalted("01957b3c-0000-7000-8000-00000000000b", "Rust");
    house.decay.delete(gone, WHY, Caller.ANONYMOUS);
    AuditReport before = verify(trail -> trail);
    house.decay.reinforce(there, WHY, Caller.ANONYMOUS);
    AuditReport after = verify(trail -> trail);

    assertThat(before.broken()).isNull();
    assertThat(before.unsalted()).isEqualTo(2);
    assertThat(after.broken()).isNull();
    assertThat(after.unsalted()).isEqualTo(2);
  }

  @Test
  void what_was_removed_as_a_whole_is_missed_record_or_tombstone() {
    String there = Facts.in(house, Facts.draft("Go"));
    String gone = Facts.in(house, Facts.draft("Rust").scope("red"));
    house.decay.delete(gone, WHY, Caller.ANONYMOUS);

    assertThat(verify(trail -> trail.id().equals(there) ? null : trail).broken())
        .hasToString("records without a scope: there are 0 audit logs, and should have 1");
    AuditReport report = verify(trail -> trail.id().equals(gone) ? null : trail);
    assertThat(report.broken()).hasToString("scope red: there are 0 audit logs, and should have 1");
    assertThat(report.faults()).isEqualTo(1);
  }

  @Test
  void logs_that_were_exchanged_for_earlier_ones_are_missed() {
    String id = Facts.in(house, Facts.draft("Go"));
    AuditTrail earlier = house.store.auditLog(id).orElseThrow();
    house.decay.reinforce(id, WHY, Caller.ANONYMOUS);

    assertThat(verify(trail -> earlier).broken())
        .hasToString("records without a scope: the audit logs are not those that were written");
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
      assertThat(broken).as("without entry %s", i + 1).isNotNull();
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

  /** Puts a fact there as it was written before content hashes had nonces. */
  private String unsalted(String id, String object) throws Exception {
    MemoryRecord like = house.record(Facts.in(house, Facts.draft(object)));
    MemoryRecord record = like.toBuilder().id(id).build();
    Anchor anchor = new Anchor(record.salience(), record.createdAt());
    String content = new RecordCodec().encode(record.withAuditLog(List.of()));
    String contentHash = sha256("record", content, anchor.at().toString());
    AuditEntry entry = record.auditLog().get(0);
    String rationaleHash = sha256("nonce", entry.rationale());
    String hash =
        sha256(
            "",
            id,
            entry.action().wireName(),
            entry.actor(),
            entry.timestamp().toString(),
            rationaleHash,
            contentHash);
    AuditLink link = new AuditLink(entry, "nonce", rationaleHash, contentHash, hash);
    house.store.commit(
        Changeset.builder()
            .change(new Change.Insert(record, anchor, Terms.NONE, List.of(link)))
            .build());
    return id;
  }

  private static AuditTrail with(AuditTrail trail, StoredRecord stored, String nonce) {
    return new AuditTrail(
        trail.id(), trail.scope(), trail.sensitivity(), stored, null, trail.links(), nonce);
  }

  private static StoredRecord versioned(StoredRecord stored, long version) {
    return new StoredRecord(stored.record(), version, stored.anchor(), stored.head());
  }

  private static AuditLink erased(AuditLink link) {
    return new AuditLink(
        entry(link, ""), "", link.rationaleHash(), link.contentHash(), link.hash());
  }

  private AuditTrail moved(String id, String scope, Sensitivity sensitivity) {
    return new AuditTrail(id, scope, sensitivity, null, null, house.log(id));
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
        trail.id(), trail.scope(), trail.sensitivity(), trail.stored(), null, links, trail.nonce());
  }

  private static AuditTrail of(AuditTrail trail, StoredRecord stored, String damage) {
    return new AuditTrail(
        trail.id(),
        trail.scope(),
        trail.sensitivity(),
        stored,
        damage,
        trail.links(),
        trail.nonce());
  }

  private static StoredRecord with(StoredRecord stored, String object) {
    return new StoredRecord(
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
