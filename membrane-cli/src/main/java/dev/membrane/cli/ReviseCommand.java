package dev.membrane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.membrane.server.command.CommandContext;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Changes what is known; each way of it is a command below. */
@Command(
    name = "revise",
    description = "Changes what is known: the old record stays, with its history.",
    sortOptions = false)
final class ReviseCommand {

  private ReviseCommand() {}

  /** The command with those below it. */
  static CommandLine line(CommandContext context) {
    return new CommandLine(new ReviseCommand())
        .addSubcommand(new SupersedeCommand(context))
        .addSubcommand(new ForkCommand(context))
        .addSubcommand(new MergeCommand(context))
        .addSubcommand(new ContestCommand(context))
        .addSubcommand(new RetractCommand(context));
  }

  /** One way to change what is known. */
  private abstract static class RevisionCommand extends MemoryCommand {

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why, for the audit log.")
    private @Nullable String reason;

    RevisionCommand(CommandContext context) {
      super(context);
    }

    final JsonNode call(CallableMemory memory, String name, ObjectNode request) {
      put(request, "rationale", reason);
      return memory.call(name, request);
    }
  }

  /** Replaces a record by another one. */
  @Command(
      name = "supersede",
      description = "Replaces a record by another one, which is stored.",
      sortOptions = false)
  private static final class SupersedeCommand extends RevisionCommand {

    @Parameters(paramLabel = "ID", description = "The id of the record to replace.")
    private String id = "";

    @Mixin private NewRecord made = new NewRecord();

    SupersedeCommand(CommandContext context) {
      super(context);
    }

    @Override
    JsonNode answer(CallableMemory memory) {
      ObjectNode request = JsonText.object().put("old_id", id);
      request.set("new_record", made.read(context(), List.of(id)));
      return call(memory, "Supersede", request);
    }

    @Override
    String text(JsonNode answer) {
      return "superseded by: " + RecordSummary.of(answer.path("record"));
    }
  }

  /** Derives a record from another one. */
  @Command(
      name = "fork",
      description = "Stores a record that is derived from another one, which stays valid.",
      sortOptions = false)
  private static final class ForkCommand extends RevisionCommand {

    @Parameters(paramLabel = "ID", description = "The id of the record to derive from.")
    private String id = "";

    @Mixin private NewRecord made = new NewRecord();

    ForkCommand(CommandContext context) {
      super(context);
    }

    @Override
    JsonNode answer(CallableMemory memory) {
      ObjectNode request = JsonText.object().put("source_id", id);
      request.set("forked_record", made.read(context(), List.of(id)));
      return call(memory, "Fork", request);
    }

    @Override
    String text(JsonNode answer) {
      return "forked: " + RecordSummary.of(answer.path("record"));
    }
  }

  /** Makes one record of several. */
  @Command(
      name = "merge",
      description = "Replaces several records by one, which is stored.",
      sortOptions = false)
  private static final class MergeCommand extends RevisionCommand {

    @Parameters(paramLabel = "ID", arity = "1..*", description = "The ids of the records.")
    private List<String> ids = List.of();

    @Mixin private NewRecord made = new NewRecord();

    MergeCommand(CommandContext context) {
      super(context);
    }

    @Override
    JsonNode answer(CallableMemory memory) {
      ObjectNode request = JsonText.object();
      putAll(request, "ids", ids);
      request.set("merged_record", made.read(context(), ids));
      return call(memory, "Merge", request);
    }

    @Override
    String text(JsonNode answer) {
      return "merged into: " + RecordSummary.of(answer.path("record"));
    }
  }

  /** Marks a record as contradicted. */
  @Command(name = "contest", description = "Marks a record as contradicted.", sortOptions = false)
  private static final class ContestCommand extends RevisionCommand {

    @Parameters(index = "0", paramLabel = "ID", description = "The id of the record.")
    private String id = "";

    @Parameters(
        index = "1",
        paramLabel = "REF",
        description = "What contradicts it: the id of a record, or a reference elsewhere.")
    private String ref = "";

    ContestCommand(CommandContext context) {
      super(context);
    }

    @Override
    JsonNode answer(CallableMemory memory) {
      return call(memory, "Contest", JsonText.object().put("id", id).put("contesting_ref", ref));
    }

    @Override
    String text(JsonNode answer) {
      return "contested";
    }
  }

  /** Withdraws a record. */
  @Command(
      name = "retract",
      description = "Withdraws a record: it is no longer returned, and stays in the history.",
      sortOptions = false)
  private static final class RetractCommand extends RevisionCommand {

    @Parameters(paramLabel = "ID", description = "The id of the record.")
    private String id = "";

    RetractCommand(CommandContext context) {
      super(context);
    }

    @Override
    JsonNode answer(CallableMemory memory) {
      return call(memory, "Retract", JsonText.object().put("id", id));
    }

    @Override
    String text(JsonNode answer) {
      return "retracted";
    }
  }
}
