package dev.membrane.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** An export, and its import into a new store of each backend, from start to end of a process. */
final class ImportFigures {

  private final BenchmarkRun bench;
  private final Program program;

  ImportFigures(BenchmarkRun bench) {
    this.bench = bench;
    this.program = new Program(bench.settings().server());
  }

  void measure() throws SQLException {
    try (TemporaryFolder folder = new TemporaryFolder()) {
      Path file = folder.path().resolve("export.ndjson");
      long records = Math.min(bench.largest(), BenchmarkRun.MAX_SPREAD);
      export(bench.loaded(Layout.SCOPES_OF_1000, records), file);
      for (Site.Backend backend : bench.backends()) {
        load(backend, records, file);
      }
    } catch (IOException failure) {
      throw new IllegalStateException("the export cannot be kept", failure);
    }
  }

  private void export(BenchmarkStore source, Path file) throws IOException {
    Figure figure = Figure.of("export", source, "command", 1);
    bench.release(source);
    double seconds = run("export", file, Map.of("MEMBRANE_DB_PATH", source.file().toString()));
    bench.add(
        figure
            .with("packed", program.packed() != null)
            .with("bytes", Files.size(file))
            .with("seconds", seconds)
            .with("per_second", source.records() / seconds));
  }

  private void load(Site.Backend backend, long records, Path file)
      throws SQLException, IOException {
    List<Double> seconds = new ArrayList<>();
    for (int turn = 1; turn < bench.settings().turns(); turn++) {
      try (Site site = backend.site("membrane_imported")) {
        seconds.add(run("import", file, site.settings()));
      }
    }
    try (Site site = backend.site("membrane_imported")) {
      seconds.add(run("import", file, site.settings()));
      double median = PairedMedians.median(seconds);
      bench.add(
          Figure.of("import", site, Layout.SCOPES_OF_1000, records, "command", 1)
              .with("packed", program.packed() != null)
              .with("bytes", Files.size(file))
              .with("imports", seconds.size())
              .with("seconds", median)
              .with("per_second", records / median)
              .with("most_seconds", seconds.stream().max(Double::compare).orElseThrow())
              .with("per_second_at_least", site.importedAtLeast()));
    }
  }

  private double run(String command, Path file, Map<String, String> settings) {
    return program.run(List.of(command, file.toString()), settings);
  }
}
