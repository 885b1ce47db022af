package dev.membrane.protocol;

import java.util.Set;

/** What a call does, as far as it matters to which others wait for it. */
enum CallKind {
  /** Reads records, and changes none. */
  READ,
  /** Everything that is none of the others. */
  WRITE,
  /** Consolidates, which takes long. */
  CONSOLIDATE,
  /** Erases, which takes long. */
  ERASE;

  private static final Set<String> READS =
      Set.of(
          "Retrieve",
          "RetrieveByID",
          "RetrieveEpisode",
          "ReplayRetrieval",
          "GetAuditLog",
          "GetHistory",
          "GetVersionDiff",
          "GetMetrics",
          "ListRecords",
          "ListRelations",
          "ListEpisodes",
          "ListSkills",
          "ListScopes",
          "ListJobs");

  /** The kind of a call of the service, by its name, or of anything else that is called. */
  static CallKind of(String call) {
    return switch (call) {
      case "RunConsolidation" -> CONSOLIDATE;
      case "Erase" -> ERASE;
      default -> READS.contains(call) ? READ : WRITE;
    };
  }
}
