package dev.membrane.benchmarks;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures whole paths through the engine and prints each figure as one line of JSON. */
@Command(
    name = "load",
    description =
        "Measures Membrane over SQLite, and some of it over PostgreSQL as well; prints one line of"
            + " JSON per figure.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true)
public final class LoadCommand implements Callable<Integer> {

  @Option(
      names = "--records",
      split = ",",
      defaultValue = "1000,10000,100000",
      description = "Sizes of stores.")
  private List<Long> records = List.of();

  @Option(names = "--callers", split = ",", defaultValue = "1,32", description = "Calls at once.")
  private List<Integer> callers = List.of();

  @Option(
      names = "--figures",
      split = ",",
      description = "Groups to measure: ${COMPLETION-CANDIDATES}; all unless named.")
  private Set<Group> figures = EnumSet.allOf(Group.class);

  @Option(
      names = "--warm-up-millis",
      defaultValue = "60000",
      description = "The most unmeasured time; it ends when little is left to compile.")
  private long warmUpMillis;

  @Option(names = "--millis", defaultValue = "3000", description = "Time of each figure.")
  private long millis;

  @Option(names = "--turns", defaultValue = "5", description = "Turns of each ratio.")
  private int turns;

  @Option(names = "--episodes", defaultValue = "1000", description = "Episodes to consolidate.")
  private int episodes;

  @Option(
      names = "--ingests",
      defaultValue = "20000",
      description = "Ingests of a server whose memory is measured; half as many reads follow.")
  private int ingests;

  @Option(
      names = "--report",
      description = "A folder for the table of bounds, bounds.md, and their chart, bounds.svg.")
  private @Nullable Path report;

  @Option(
      names = "--folder",
      description = "Where stores are made, kept and found again; a new one, deleted at the end.")
  private @Nullable Path folder;

  @Option(names = "--server", description = "bin/membraned of a packed server, to be started.")
  private @Nullable Path server;

  @Option(
      names = "--postgres",
      description =
          "A database, as jdbc:postgresql://..., for figures of both backends. Makes and drops the"
              + " schemas membrane_few, membrane_many, membrane_imported, membrane_nodes, membrane_one,"
              + " membrane_other and membrane_grown.")
  private @Nullable String postgres;

  private final PrintWriter out;
  private final PrintWriter progress;

  LoadCommand(PrintWriter out, PrintWriter progress) {
    this.out = out;
    this.progress = progress;
  }

  /** Measures. */
  public static void main(String[] args) {
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    PrintWriter progress = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    System.exit(commandLine(out, progress).execute(args));
  }

  static CommandLine commandLine(PrintWriter out, PrintWriter progress) {
    return new CommandLine(new LoadCommand(out, progress))
        .setCaseInsensitiveEnumValuesAllowed(true);
  }

  @Override
  public Integer call() throws IOException, SQLException {
    if (folder != null) {
      measureIn(folder);
    } else {
      try (TemporaryFolder own = new TemporaryFolder()) {
        measureIn(own.path());
      }
    }
    return CommandLine.ExitCode.OK;
  }

  private void measureIn(Path where) throws IOException, SQLException {
    Files.createDirectories(where);
    BenchmarkRun.RunSettings settings =
        new BenchmarkRun.RunSettings(
            where,
            records.stream().sorted().toList(),
            callers.stream().sorted().toList(),
            new JitWarmUp(Duration.ofMillis(warmUpMillis)),
            Duration.ofMillis(millis),
            turns,
            episodes,
            ingests,
            server,
            postgres);
    try (BenchmarkRun bench = new BenchmarkRun(settings, out, progress)) {
      for (Group group : figures) {
        progress.println("measuring " + group);
        group.measure(bench);
      }
      if (report != null) {
        new BoundsReport(bench.bounds()).write(report, progress);
      }
    }
  }
}
