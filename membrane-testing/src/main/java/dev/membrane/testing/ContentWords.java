package dev.membrane.testing;

import java.util.List;
import java.util.stream.Stream;

/** The words of which all content is made. No two of them have a stem in common. */
final class ContentWords {

  /** Used by all. */
  static final List<String> SHARED =
      List.of(
          "bridge", "cable", "dragon", "engine", "forest", "garden", "harbor", "island", "jacket",
          "kernel", "ladder", "mirror", "needle", "orange", "pencil", "rocket", "nora", "omar");

  /** Used only in records that the viewer does not see in full. */
  static final List<String> SECRET =
      List.of(
          "saffron",
          "tundra",
          "umbrella",
          "velvet",
          "walnut",
          "xylophone",
          "yonder",
          "zeppelin",
          "petra");

  static final List<String> ALL = Stream.of(SHARED, SECRET).flatMap(List::stream).toList();

  /** Those of the words that are names of people. */
  static final List<String> SPEAKERS = List.of("nora", "omar", "petra");

  /** Tools that runs call; few, so that runs call the same. */
  static final List<String> TOOLS = List.of("search", "fetch");

  /** What in a text says when something was. */
  static final List<String> TIMES =
      List.of("yesterday", "last week", "in June", "on Friday", "for two years");

  /** What in a question says when something was. Trials begin on 5 May 2031. */
  static final List<String> DATES =
      List.of(
          "on 5 May 2031",
          "May 7, 2031",
          "2031-05-14",
          "in May 2031",
          "on 6 May",
          "in April",
          "2031",
          "today",
          "yesterday",
          "2 weeks ago",
          "last month");

  /** How one asks for what the assistant said, and for runs that ended in some way. */
  static final List<String> CUES =
      List.of(
          "what did you say of",
          "remind me of",
          "your suggestion of",
          "in our last chat",
          "what failed with",
          "which runs succeeded with");

  /** Episode keys and threads. */
  static final List<String> KEYS = List.of("run", "task", "job");

  private ContentWords() {}
}
