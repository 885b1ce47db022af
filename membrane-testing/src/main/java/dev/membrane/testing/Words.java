package dev.membrane.testing;

import java.util.List;
import java.util.stream.Stream;

/** The words of which all content is made. No two of them have a stem in common. */
final class Words {

  /** Used by all. */
  static final List<String> SHARED =
      List.of(
          "bridge", "cable", "dragon", "engine", "forest", "garden", "harbor", "island", "jacket",
          "kernel", "ladder", "mirror", "needle", "orange", "pencil", "rocket");

  /** Used only in records that the viewer does not see in full. */
  static final List<String> SECRET =
      List.of(
          "saffron", "tundra", "umbrella", "velvet", "walnut", "xylophone", "yonder", "zeppelin");

  static final List<String> ALL = Stream.of(SHARED, SECRET).flatMap(List::stream).toList();

  /** Episode keys and threads. */
  static final List<String> KEYS = List.of("run", "task", "job");

  private Words() {}
}
