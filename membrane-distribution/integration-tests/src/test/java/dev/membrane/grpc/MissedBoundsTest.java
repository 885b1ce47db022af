package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the table of bounds says was missed is what the answer to a common question says. */
class MissedBoundsTest {

  private static final Pattern IN_ANSWER = Pattern.compile("\\(bound ([^)]+)\\)");
  private static final Pattern FIGURE = Pattern.compile("\\d[\\d,]*(?:\\.\\d+)?");

  /** A row of the table. */
  private record Row(String what, String measured, String bound, String met) {

    static Row of(String line) {
      String[] cells = line.split(" *\\| *", -1);
      return new Row(cells[1], cells[2], cells[3].replaceFirst("^[≤≥] ", ""), cells[4]);
    }
  }

  private static List<Row> missed() throws IOException {
    String page = DocPage.read("docs/benchmarks.md").text();
    String table = page.substring(page.indexOf("| What | Measured |"), page.indexOf("## Commands"));
    List<Row> all =
        table.lines().skip(2).filter(line -> line.startsWith("|")).map(Row::of).toList();
    assertThat(all).hasSizeGreaterThan(25);
    return all.stream().filter(row -> !row.met().equals("yes")).toList();
  }

  private static List<String> answer() throws IOException {
    String page = DocPage.read("docs/faq.md").text();
    String from = page.substring(page.indexOf("These were missed:"));
    return Stream.of(from.substring(0, from.indexOf("\n## ")).split("\n\\* ", -1)).skip(1).toList();
  }

  @Test
  void each_has_the_bounds_of_the_other() throws Exception {
    assertThat(IN_ANSWER.matcher(String.join("\n", answer())).results().map(it -> it.group(1)))
        .containsExactlyInAnyOrderElementsOf(missed().stream().map(Row::bound).distinct().toList());
  }

  @Test
  void a_figure_of_each_that_was_missed_is_told() throws Exception {
    for (Row row : missed()) {
      List<String> figures =
          FIGURE.matcher(row.measured()).results().map(MatchResult::group).toList();
      assertThat(answer())
          .as("%s: %s", row.what(), row.measured())
          .filteredOn(told -> told.contains("(bound " + row.bound() + ")"))
          .anyMatch(told -> figures.stream().anyMatch(told::contains));
    }
  }
}
