package dev.membrane.http;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The path of a resource, and the call that a method of HTTP on it stands for.
 *
 * @param method of HTTP; what answers GET answers HEAD too
 * @param template the path, with <code>{id}</code> in the place of a record's id
 * @param pattern what the paths of the template match, the id as its group
 * @param call its name in the service
 * @param operation its name in the OpenAPI document
 */
record ResourcePath(
    String method, String template, Pattern pattern, String call, String operation) {

  /** All there are. */
  static final List<ResourcePath> ALL =
      List.of(
          of("GET", "/v1/records", "ListRecords", "GetRecords"),
          of("GET", "/v1/records/{id}", "RetrieveByID", "GetRecord"),
          of("DELETE", "/v1/records/{id}", "Delete", "DeleteRecord"),
          of("GET", "/v1/records/{id}/audit", "GetAuditLog", "GetRecordAudit"),
          of("GET", "/v1/records/{id}/history", "GetHistory", "GetRecordHistory"),
          of("GET", "/v1/records/{id}/diff", "GetVersionDiff", "GetRecordDiff"),
          of("GET", "/v1/records/{id}/relations", "ListRelations", "GetRecordRelations"),
          of("GET", "/v1/scopes", "ListScopes", "GetScopes"),
          of("GET", "/v1/episodes", "ListEpisodes", "GetEpisodes"),
          of("DELETE", "/v1/episodes", "DeleteEpisode", "DeleteEpisodeOfKey"),
          of("GET", "/v1/episodes/events", "RetrieveEpisode", "GetEpisodeEvents"),
          of("GET", "/v1/skills", "ListSkills", "GetSkills"),
          of("GET", "/v1/jobs", "ListJobs", "GetJobs"),
          of("GET", "/v1/metrics", "GetMetrics", "GetMetricsSnapshot"));

  private static final String ID = "{id}";

  private static ResourcePath of(String method, String template, String call, String operation) {
    Pattern pattern = Pattern.compile(template.replace(ID, "([^/]+)"));
    return new ResourcePath(method, template, pattern, call, operation);
  }

  /** The id in a path that the template fits, empty where it has none. */
  Optional<String> idIn(String path) {
    Matcher matcher = pattern.matcher(path);
    return matcher.matches() ? Optional.of(hasId() ? matcher.group(1) : "") : Optional.empty();
  }

  private boolean hasId() {
    return template.contains(ID);
  }
}
