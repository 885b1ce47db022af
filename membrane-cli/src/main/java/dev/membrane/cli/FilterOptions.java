package dev.membrane.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say which records are wanted. */
final class FilterOptions {

  @Option(
      names = "--scope",
      paramLabel = "SCOPE",
      description = "Only records of this scope and unscoped ones; may be given several times.")
  private List<String> scopes = List.of();

  @Option(
      names = "--type",
      paramLabel = "TYPE",
      completionCandidates = CompletionWords.Types.class,
      description =
          "Only records of this type: ${COMPLETION-CANDIDATES}; may be given several times.")
  private List<String> types = List.of();

  @Option(
      names = "--tag",
      paramLabel = "TAG",
      description = "Only records with this label; may be given several times.")
  private List<String> tags = List.of();

  @Option(
      names = "--as-of",
      paramLabel = "INSTANT",
      description = "The records as they were at this RFC 3339 instant.")
  private @Nullable String asOf;

  @Option(
      names = "--thread",
      paramLabel = "THREAD",
      description = "Only working records of this thread.")
  private @Nullable String thread;

  @Option(names = "--retracted", description = "Include retracted and superseded records.")
  private boolean isWithRetracted;

  void addTo(ObjectNode request) {
    MemoryCommand.put(request, "as_of", asOf);
    MemoryCommand.put(request, "thread_id", thread);
    MemoryCommand.putAll(request, "memory_types", types);
    MemoryCommand.putAll(request, "tags", tags);
    request.put("include_retracted", isWithRetracted);
  }

  List<String> scopes() {
    return scopes;
  }
}
