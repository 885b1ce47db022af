package dev.membrane.internal.audit;

import dev.membrane.internal.value.RecordIds;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.store.AuditTrail;
import dev.membrane.spi.store.AuditTrail.AuditHead;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What the audit log says of an erasure. The proof is the rationale of the one entry of a log that
 * belongs to no record. The last entry of each erased record names it, so that what is left of them
 * can be compared with it.
 *
 * @param records how many records were erased
 * @param learned how many of them because they were learned from the others
 * @param changed how often a record that stays lost something
 * @param digest the {@link AuditHead#sum} over the logs of the erased records, in hexadecimal
 * @param reason why, as it was given
 */
public record ErasureProof(long records, long learned, long changed, String digest, String reason) {

  private static final String ENTRY = "Erased, proof ";
  private static final String PREFIX = "{\"erasure\":";
  private static final RecordCodec CODEC = new RecordCodec();

  /** The rationale of the last entry of an erased record. */
  public static String entry(String proofId) {
    return ENTRY + proofId;
  }

  /** The id of the proof that the last entry of an erased record names; empty for any other. */
  public static Optional<String> idOf(AuditEntry entry) {
    String rationale = entry.rationale();
    return rationale.startsWith(ENTRY)
        ? RecordIds.canonical(rationale.substring(ENTRY.length()))
        : Optional.empty();
  }

  /** A digest in words. */
  public static String digest(AuditHead erased) {
    String hexadecimal = erased.sum().toString(16);
    return "0".repeat(64 - hexadecimal.length()) + hexadecimal;
  }

  /** Whether some logs are those of the records that were erased. */
  public boolean isOf(AuditHead erased) {
    return erased.equals(new AuditHead(records, new BigInteger(digest, 16)));
  }

  /** The rationale. */
  public String text() {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("records", records);
    members.put("learned", learned);
    members.put("changed", changed);
    members.put("digest", digest);
    members.put("reason", reason);
    return CODEC.write(JsonValue.of(Map.of("erasure", members)));
  }

  /** The proof that an audit log is: it belongs to no record and has one entry. */
  static Optional<ErasureProof> of(AuditTrail trail) {
    return trail.stored() == null && trail.links().size() == 1
        ? of(trail.links().get(0).entry())
        : Optional.empty();
  }

  /** The proof that an entry is; empty for any other entry. */
  public static Optional<ErasureProof> of(AuditEntry entry) {
    if (!entry.rationale().startsWith(PREFIX)) {
      return Optional.empty();
    }
    try {
      return CODEC.parse("rationale", entry.rationale()) instanceof JsonObject whole
              && whole.get("erasure") instanceof JsonObject proof
              && text(proof, "digest").matches("[0-9a-f]{64}")
          ? Optional.of(
              new ErasureProof(
                  count(proof, "records"),
                  count(proof, "learned"),
                  count(proof, "changed"),
                  text(proof, "digest"),
                  text(proof, "reason")))
          : Optional.empty();
    } catch (ValidationException words) {
      return Optional.empty();
    }
  }

  private static long count(JsonObject proof, String name) {
    return proof.get(name) instanceof JsonNumber number ? (long) number.doubleValue() : 0;
  }

  private static String text(JsonObject proof, String name) {
    return proof.get(name) instanceof JsonString text ? text.value() : "";
  }
}
