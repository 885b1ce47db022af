package dev.membrane.schema;

import java.util.List;
import java.util.regex.Pattern;

/**
 * The rules for records: {@link #check} for every record that is stored, {@link #admit} also for
 * what a caller hands in. The engine checks whether the target of a relation exists and whether a
 * source's hash is right. Nobody checks the success rate of a competence against its counts.
 */
public final class Validation {

  private static final Pattern UUID_TEXT =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");

  private Validation() {}

  /**
   * Checks a record.
   *
   * @throws ValidationException for the first violation found; it names the field by its path in
   *     JSON, for example {@code payload.timeline[0].ref}
   */
  public static void check(MemoryRecord record) {
    Limits.checkTags(record.tags());
    // First, as the other rules rely on numbers being finite.
    GeneralRules.checkMembers(null, record);
    checkId(record.id());
    checkScores(record.confidence(), record.salience());
    checkDecay(Path.of("lifecycle").member("decay"), record.lifecycle().decay());
    checkProvenance(Path.of("provenance").member("sources"), record.provenance().sources());
    Rules.each(Path.of("relations"), record.relations(), Validation::checkRelation);
    Rules.each(Path.of("audit_log"), record.auditLog(), Validation::checkAudit);
    checkKind(record.type(), record.payload().kind());
    new PayloadRules(Rules::notEmpty).check(Path.of("payload"), record.payload());
  }

  /**
   * Checks the rules that hold only for what a caller hands in, since stored records are read as
   * they are: no required text is blank; scope, tags and thread keep {@link
   * Visible#checkIdentifier}; a free-form field has at most {@value Limits#MAX_VALUES} JSON values
   * and no number of more than {@value Limits#MAX_NUMBER} characters. {@link #check} checks the
   * rest.
   *
   * @return the draft in its stored form: scope, tags and thread in NFC, a timeline in the order of
   *     its instants, equal ones as given
   * @throws ValidationException like {@link #check}
   */
  public static RecordDraft admit(RecordDraft draft) {
    EntryRules.check(draft);
    return EntryForm.of(draft);
  }

  private static void checkId(String id) {
    Path at = Path.of("id");
    Rules.notEmpty(at, id);
    if (!UUID_TEXT.matcher(id).matches()) {
      throw at.fault("must be a UUID in lower case");
    }
  }

  private static void checkScores(double confidence, double salience) {
    Rules.zeroToOne(Path.of("confidence"), confidence);
    if (salience < 0) {
      throw Path.of("salience").fault("must not be negative");
    }
  }

  private static void checkDecay(Path at, DecayProfile decay) {
    if (decay.curve() == DecayCurve.CUSTOM) {
      throw DecayProfile.unsupported(at.member("curve").toString());
    }
    Rules.atLeastOne(at.member("half_life_seconds"), decay.halfLifeSeconds());
    Rules.zeroToOne(at.member("min_salience"), decay.minSalience());
    Rules.atLeastOne(at.member("max_age_seconds"), decay.maxAgeSeconds());
    Rules.zeroToOne(at.member("reinforcement_gain"), decay.reinforcementGain());
  }

  private static void checkProvenance(Path at, List<ProvenanceSource> sources) {
    if (sources.isEmpty()) {
      throw at.fault("must not be empty");
    }
    Rules.each(at, sources, (item, source) -> Rules.notEmpty(item.member("ref"), source.ref()));
  }

  private static void checkRelation(Path at, Relation relation) {
    Rules.notEmpty(at.member("predicate"), relation.predicate());
    Rules.notEmpty(at.member("target_id"), relation.targetId());
    Rules.zeroToOne(at.member("weight"), relation.weight());
  }

  private static void checkAudit(Path at, AuditEntry entry) {
    Rules.notEmpty(at.member("actor"), entry.actor());
  }

  private static void checkKind(MemoryType type, MemoryType kind) {
    if (kind != type) {
      throw new ValidationException(
          "payload.kind", "must be " + type.wireName() + ", the type of the record");
    }
  }
}
