package dev.membrane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.membrane.server.command.CommandContext;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Stores a fact. */
@Command(
    name = "remember",
    description = "Stores a fact, or reinforces the one that says the same.",
    sortOptions = false)
final class RememberCommand extends MemoryCommand {

  @Parameters(index = "0", paramLabel = "SUBJECT", description = "What the fact is about.")
  private String subject = "";

  @Parameters(index = "1", paramLabel = "PREDICATE", description = "The property or relation.")
  private String predicate = "";

  @Parameters(
      index = "2",
      paramLabel = "OBJECT",
      description = "The value: a text, or with --value-as-json any JSON.")
  private String object = "";

  @Option(names = "--value-as-json", description = "Read OBJECT as JSON: a number, a list, true.")
  private boolean isJson;

  @ArgGroup private FactScope place = new FactScope();

  /** Where the fact belongs; unless it is said, to the only scope of the caller, or to none. */
  private static final class FactScope {

    @Option(names = "--scope", paramLabel = "SCOPE", description = "The scope it belongs to.")
    private @Nullable String scope;

    @Option(
        names = "--unscoped",
        description = "It belongs to no scope, so that everybody may see it.")
    private boolean isUnscoped;
  }

  @Option(
      names = "--sensitivity",
      paramLabel = "LEVEL",
      completionCandidates = CompletionWords.Sensitivities.class,
      description = "Who may see it: ${COMPLETION-CANDIDATES}.")
  private @Nullable String sensitivity;

  @Option(names = "--tag", paramLabel = "TAG", description = "A label; may be given several times.")
  private List<String> tags = List.of();

  @Option(
      names = "--source",
      paramLabel = "NAME",
      defaultValue = "${sys:user.name}",
      description = "Who observed it (${DEFAULT-VALUE}).")
  private String source = "";

  @Option(
      names = "--if-known",
      paramLabel = "KNOWN",
      completionCandidates = CompletionWords.IfKnownNames.class,
      description =
          "What to do with a fact that says the same already: reinforce (default) it, or store a"
              + " new one.")
  private @Nullable String ifKnown;

  @Option(
      names = "--on-conflict",
      paramLabel = "CONFLICT",
      completionCandidates = CompletionWords.Conflicts.class,
      description =
          "What to do with known facts of the same subject and predicate and another object: keep"
              + " (default), replace or contest.")
  private @Nullable String onConflict;

  RememberCommand(CommandContext context) {
    super(context);
  }

  @Override
  boolean mayBegin() {
    return true;
  }

  @Override
  JsonNode answer(CallableMemory memory) {
    ObjectNode request =
        JsonText.object().put("source", source).put("subject", subject).put("predicate", predicate);
    if (isJson) {
      request.set("object", JsonText.typed("OBJECT", object));
    } else {
      request.put("object", object);
    }
    put(request, "scope", place.scope);
    if (place.isUnscoped) {
      request.put("unscoped", true);
    }
    put(request, "sensitivity", sensitivity);
    put(request, "if_known", ifKnown);
    put(request, "on_conflict", onConflict);
    putAll(request, "tags", tags);
    return memory.call("IngestObservation", request);
  }

  @Override
  String text(JsonNode answer) {
    String result = answer.path("result").asText();
    boolean isReplaced = result.equals("replaced");
    StringBuilder text =
        new StringBuilder(done(result))
            .append(": ")
            .append(RecordSummary.of(answer.path("record")));
    for (JsonNode conflict : answer.path("conflicts")) {
      text.append(isReplaced ? "\nsuperseded: " : "\nanother of this subject and predicate: ")
          .append(TerminalText.of(conflict.asText()));
    }
    String withdrawn = answer.path("withdrawn").asText();
    if (!withdrawn.isEmpty()) {
      text.append("\nthe same fact was withdrawn before: ").append(TerminalText.of(withdrawn));
    }
    if (!isReplaced && !answer.path("conflicts").isEmpty()) {
      text.append("\nto withdraw one that no longer holds: membraned revise retract ID");
    }
    return text.toString();
  }

  private static String done(String result) {
    return switch (result) {
      case "reinforced" -> "known already, reinforced";
      case "replaced" -> "remembered instead of another";
      default -> "remembered";
    };
  }
}
