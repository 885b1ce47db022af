package dev.membrane.server.internal.command;

import static java.util.Objects.requireNonNull;

import dev.membrane.EraseRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What {@code erase} erases: one of its options. Picocli fills it in. */
final class EraseTarget {

  @Option(names = "--record", paramLabel = "ID", description = "A record; may be given many times.")
  private @Nullable List<String> ids;

  @Option(names = "--scope", paramLabel = "SCOPE", description = "All records of a scope.")
  private @Nullable String scope;

  @Option(
      names = "--subject",
      paramLabel = "TEXT",
      description = "Facts with exactly this subject, and the episodes that only they use.")
  private @Nullable String subject;

  /** A request for it. */
  EraseRequest.Builder of(EraseRequest.Builder request) {
    if (ids != null) {
      return request.ids(ids);
    }
    return scope != null ? request.scope(scope) : request.subject(requireNonNull(subject));
  }
}
