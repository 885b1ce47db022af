package dev.membrane.benchmarks;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** All bounds of a run as a table of Markdown and as a chart. */
record BoundsReport(List<Bound> bounds) {

  private static final String HEAD =
      """
      | What | One to the other | Measured | Bound | Met |
      |---|---|---|---|---|
      """;

  /** Writes both into a folder, and prints the table. */
  void write(Path folder, PrintWriter out) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("bounds.md"), table());
    Files.writeString(folder.resolve("bounds.svg"), new BoundsChart(bounds).svg());
    out.println(table());
  }

  private String table() {
    return bounds.stream().map(BoundsReport::row).collect(Collectors.joining("", HEAD, ""));
  }

  private static String row(Bound bound) {
    return String.format(
        "| %s | %s | %s | %s | %s |\n",
        bound.what(),
        bound.sides(),
        Figure.rounded(bound.measured()),
        bound.sign(),
        bound.isMet() ? "yes" : "**no**");
  }
}
