package dev.membrane.benchmarks;

import dev.membrane.Membrane;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;

/**
 * Writing by three nodes on one PostgreSQL, compared with one node, when a commit takes a while, as
 * with a synchronous standby elsewhere. The server waits before each flush of its log; commits that
 * arrive meanwhile share it. The nodes are stores of this process, each with connections of its
 * own.
 */
final class NodeFigures {

  private static final int NODES = 3;

  /** Of the database's own settings, which a superuser may change. */
  private static final String FIVE_MILLIS =
      "options=-c%20commit_delay%3D5000%20-c%20commit_siblings%3D0";

  private final BenchmarkRun bench;

  NodeFigures(BenchmarkRun bench) {
    this.bench = bench;
  }

  void measure() throws SQLException {
    String database = bench.settings().postgres();
    if (database == null) {
      bench.progress().println("nodes are measured on a database only, see --postgres");
      return;
    }
    String slow = database + (database.contains("?") ? "&" : "?") + FIVE_MILLIS;
    try (Site site = new PostgresSite(slow, "membrane_nodes", null)) {
      List<Membrane> nodes = new ArrayList<>();
      try {
        for (int node = 0; node < NODES; node++) {
          nodes.add(Membrane.builder().openStore(site::open).build());
        }
        for (int callers : bench.settings().callers()) {
          measure(site, nodes, callers);
        }
      } finally {
        nodes.forEach(Membrane::close);
      }
    }
  }

  private void measure(Site site, List<Membrane> nodes, int callers) throws SQLException {
    List<Membrane> first = nodes.subList(0, 1);
    Callers.MeasuredCall apart = ingest(nodes, caller -> "node:" + caller % NODES);
    Callers.MeasuredCall together = ingest(nodes, caller -> "all");
    Callers.MeasuredCall alone = ingest(first, caller -> "node:0");
    Callers.MeasuredCall spread = ingest(first, caller -> "node:" + caller % NODES);
    bench.warm(NODES * callers, apart);
    add(site, "three nodes in scopes of their own to one node", callers, apart, alone, 2.5);
    add(site, "one node, thrice the callers in three scopes to one", callers, spread, alone, 0);
    add(site, "three nodes in one scope to one node", callers, together, alone, 0);
  }

  /** What the many do in turns with what one node does. */
  private void add(
      Site site,
      String what,
      int callers,
      Callers.MeasuredCall many,
      Callers.MeasuredCall one,
      double bound)
      throws SQLException {
    PairedMedians turns =
        PairedMedians.of(
            bench.settings().turns(),
            () -> bench.spell(NODES * callers, many).rate(),
            () -> bench.spell(callers, one).rate());
    Figure figure =
        Figure.of("ratio: ingest, " + what, site, Layout.ONE_SCOPE, 0, "in process", callers)
            .with("commit_millis", 5)
            .with(turns, "per_second");
    bench.add(bound > 0 ? figure.atLeast(bound) : figure);
  }

  /** Each caller has a node and a scope. */
  private static Callers.MeasuredCall ingest(List<Membrane> nodes, IntFunction<String> scopes) {
    Map<Integer, Corpus> corpora = new ConcurrentHashMap<>();
    return (caller, n) ->
        nodes
            .get(caller % nodes.size())
            .ingestion()
            .observe(
                corpora
                    .computeIfAbsent(caller, me -> new Corpus(System.nanoTime() + me))
                    .observation(scopes.apply(caller)));
  }
}
