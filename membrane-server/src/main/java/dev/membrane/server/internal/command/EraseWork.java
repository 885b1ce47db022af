package dev.membrane.server.internal.command;

import dev.membrane.EraseRequest;
import dev.membrane.Membrane;
import dev.membrane.MembraneBuilder;
import dev.membrane.Revision.EraseReport;
import dev.membrane.schema.MembraneException;
import dev.membrane.schema.MemoryType;
import dev.membrane.server.StartException;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.spi.store.MemoryStore;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;

/** Erases records of a store that no server has open, and reports it. */
final class EraseWork {

  private final PrintWriter out;
  private final PrintWriter err;

  /**
   * An erasure.
   *
   * @param out where the report goes
   * @param err where it is told how many records are erased so far
   */
  EraseWork(PrintWriter out, PrintWriter err) {
    this.out = out;
    this.err = err;
  }

  /** Tells of each commit how many records are gone by then. */
  private static final class GoneCountStore extends ForwardingStore {

    private final LongConsumer progress;
    private long erased;

    GoneCountStore(MemoryStore store, LongConsumer progress) {
      super(store);
      this.progress = progress;
    }

    @Override
    public void commit(Changeset changeset) {
      super.commit(changeset);
      erased += changeset.changes().stream().filter(Change.Delete.class::isInstance).count();
      progress.accept(erased);
    }
  }

  /**
   * Erases.
   *
   * @throws StartException with one line if that is not possible
   */
  void run(MembraneBuilder builder, MemoryStore store, EraseRequest request) {
    ProgressLine progress = ProgressLine.begin(err, "records erased");
    LongConsumer erased = records -> progress.at(records, 0);
    try (MemoryStore opened = store;
        Membrane membrane = builder.store(new GoneCountStore(opened, erased)).build()) {
      tell(membrane.revision().erase(request));
    } catch (MembraneException refused) {
      throw new StartException(String.valueOf(refused.getMessage()), refused);
    } finally {
      progress.end();
    }
  }

  private void tell(EraseReport report) {
    String done = report.dryRun() ? "would erase: " : "erased: ";
    out.println(
        done + inWords(report.records()) + "; learned from them: " + inWords(report.learned()));
    out.println("stay and lose something: " + report.changed());
    out.println("deleted or pruned before, and what was kept of them: " + report.pruned());
    out.println("idempotency keys and receipts: " + report.idempotencyKeys());
    tell("records", report.ids());
    tell("learned", report.learnedIds());
    tell("changed", report.changedIds());
    tell("pruned", report.prunedIds());
    tell("others with these words, which stay unless they are named", report.others());
    if (report.othersTruncated()) {
      out.println(
          "(there may be more others: a dry run tells at most 100, and looks for other forms of the"
              + " words in at most 10,000 records)");
    }
    if (report.dryRun()) {
      return;
    }
    if (report.proofId().isEmpty()) {
      out.println("nothing was found, so there is no proof");
    } else {
      out.println("proof: " + report.proofId());
      out.println("digest: " + report.digest());
    }
    if (report.dataKeyDestroyed() != null) {
      out.println(
          "data key of the scope: "
              + (report.dataKeyDestroyed() ? "destroyed" : "kept, so backups stay readable"));
    }
  }

  private void tell(String what, List<String> ids) {
    if (!ids.isEmpty()) {
      out.println(what + ": " + String.join(" ", ids));
    }
  }

  private static String inWords(Map<MemoryType, Long> counts) {
    return counts.isEmpty()
        ? "none"
        : counts.entrySet().stream()
            .map(count -> count.getValue() + " " + count.getKey().wireName())
            .sorted()
            .collect(Collectors.joining(", "));
  }
}
