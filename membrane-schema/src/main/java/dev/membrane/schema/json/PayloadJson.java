package dev.membrane.schema.json;

import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.JsonNull;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.Payload;
import dev.membrane.schema.PlanGraphPayload;
import dev.membrane.schema.RevisionState;
import dev.membrane.schema.RevisionStatus;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.WorkingPayload;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Payloads in JSON: the member {@code kind} says which. */
final class PayloadJson {

  private static final String KIND = "kind";
  private static final String PATH = "payload";
  private static final String KIND_PATH = PATH + "." + KIND;

  private PayloadJson() {}

  /**
   * Reads a payload in one pass if {@code kind} comes first, as it does in all that is written
   * here. Otherwise what comes before it has to be kept until it is known, so the payload is read
   * twice.
   */
  static Payload payload(MemberReader in) throws IOException {
    if (in.next() && in.name().equals(KIND)) {
      return payload(in.constant(MemoryType::of), in);
    }
    JsonObject members = in.remainingMembers();
    String text = Json.write(PATH, out -> out.freeForm(members));
    return Json.read(
        PATH, PATH, text, in.allowance().renewed(), again -> payload(kind(members), again));
  }

  /** Only the name of its kind; empty: it has none. */
  static String kindName(MemberReader in) throws IOException {
    String name = "";
    while (in.next()) {
      if (in.name().equals(KIND)) {
        MemoryType kind = in.constant(MemoryType::of);
        name = kind == null ? "" : kind.wireName();
      } else {
        in.skip();
      }
    }
    return name;
  }

  private static @Nullable MemoryType kind(JsonObject members) {
    JsonValue kind = members.members().getOrDefault(KIND, JsonNull.NULL);
    if (kind instanceof JsonString name) {
      return MemoryType.of(KIND_PATH, name.value());
    }
    if (kind != JsonNull.NULL) {
      throw new ValidationException(KIND_PATH, "must be a string");
    }
    return null;
  }

  private static Payload payload(@Nullable MemoryType kind, MemberReader in) throws IOException {
    if (kind == null) {
      throw new ValidationException(KIND_PATH, "is required");
    }
    return switch (kind) {
      case EPISODIC -> EpisodicJson.episode(in);
      case WORKING -> WorkingJson.working(in);
      case SEMANTIC -> SemanticJson.fact(in);
      case COMPETENCE -> CompetenceJson.competence(in);
      case PLAN_GRAPH -> PlanGraphJson.plan(in);
    };
  }

  static void payload(MemberWriter out, Payload payload) throws IOException {
    if (payload instanceof EpisodicPayload episode) {
      EpisodicJson.episode(out, episode);
    } else if (payload instanceof WorkingPayload working) {
      WorkingJson.working(out, working);
    } else if (payload instanceof SemanticPayload fact) {
      SemanticJson.fact(out, fact);
    } else if (payload instanceof CompetencePayload competence) {
      CompetenceJson.competence(out, competence);
    } else if (payload instanceof PlanGraphPayload plan) {
      PlanGraphJson.plan(out, plan);
    }
  }

  static RevisionState revision(MemberReader in) throws IOException {
    String supersedes = null;
    String supersededBy = null;
    RevisionStatus status = null;
    while (in.next()) {
      switch (in.name()) {
        case "supersedes" -> supersedes = in.text();
        case "superseded_by" -> supersededBy = in.text();
        case "status" -> status = in.constant(RevisionStatus::of);
        default -> in.skip();
      }
    }
    return new RevisionState(supersedes, supersededBy, status);
  }

  static void revision(MemberWriter out, RevisionState value) throws IOException {
    out.text("supersedes", value.supersedes());
    out.text("superseded_by", value.supersededBy());
    out.constant("status", value.status(), RevisionStatus::wireName);
  }
}
