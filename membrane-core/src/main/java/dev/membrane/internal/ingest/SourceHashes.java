package dev.membrane.internal.ingest;

import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.Provenance;
import dev.membrane.schema.ProvenanceKind;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.Sha256;
import dev.membrane.schema.ToolNode;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.json.RecordCodec;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Checks the hash that a source claims, if the hashed content is in the same record: the result of
 * the tool call that the source names. The hash of a source in another system cannot be checked,
 * and a summary is not the text that was hashed, so those hashes are stored as claimed.
 */
final class SourceHashes {

  /** Digits without a prefix are meant to be this hash, too: no other is documented. */
  private static final Pattern SHA_256 = Pattern.compile("(sha256:)?[0-9a-fA-F]{64}");

  private static final RecordCodec CODEC = new RecordCodec();

  private SourceHashes() {}

  /**
   * Checks the sources of a record.
   *
   * @throws ValidationException that names the source whose hash is not that of the result
   */
  static void check(RecordDraft draft) {
    Provenance provenance = draft.provenance();
    if (provenance == null || !(draft.payload() instanceof EpisodicPayload episode)) {
      return;
    }
    List<ProvenanceSource> sources = provenance.sources();
    for (int i = 0; i < sources.size(); i++) {
      check("provenance.sources[" + i + "].hash", sources.get(i), episode.toolGraph());
    }
  }

  private static void check(String field, ProvenanceSource source, List<ToolNode> tools) {
    String hash = source.hash();
    if (source.kind() != ProvenanceKind.TOOL_CALL
        || hash == null
        || !SHA_256.matcher(hash).matches()) {
      return;
    }
    for (ToolNode tool : tools) {
      JsonValue result = tool.result();
      if (tool.id().equals(source.ref()) && result != null && !isOf(hash, result)) {
        throw new ValidationException(field, "must be the SHA-256 of the result of the tool call");
      }
    }
  }

  /** A result that is a text may be hashed as the text or as JSON. */
  private static boolean isOf(String hash, JsonValue result) {
    String hex = hash.substring(hash.indexOf(':') + 1).toLowerCase(Locale.ROOT);
    return hex.equals(Sha256.of(CODEC.write(result)))
        || (result instanceof JsonString text && hex.equals(Sha256.of(text.value())));
  }
}
