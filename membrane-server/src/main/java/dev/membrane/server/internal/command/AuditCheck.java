package dev.membrane.server.internal.command;

import dev.membrane.internal.audit.AuditReport;
import dev.membrane.internal.audit.AuditReport.Broken;
import dev.membrane.internal.audit.AuditReport.ProvenErasure;
import dev.membrane.internal.audit.AuditVerifier;
import dev.membrane.server.StartException;
import dev.membrane.server.internal.plugin.StoreFailure;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.StoreOpenException;
import dev.membrane.spi.store.StoreReader;
import dev.membrane.spi.store.StoreUnavailableException;
import java.io.PrintWriter;
import java.util.List;

/** Verifies a store and tells the operator. */
final class AuditCheck {

  /** The exit code if something does not hold. */
  static final int BROKEN = 3;

  /** Later ones are counted. */
  private static final int MAX_ERASURES = 100;

  private static final long TOLD_EVERY = 100_000;

  private final PrintWriter out;
  private final PrintWriter progress;
  private long told;

  /**
   * A check.
   *
   * @param out where the finding goes
   * @param progress where a long check says how far it has come
   */
  AuditCheck(PrintWriter out, PrintWriter progress) {
    this.out = out;
    this.progress = progress;
  }

  /**
   * Answers with the exit code.
   *
   * @throws StoreOpenException if records still have the words of an earlier version, so that
   *     nothing can be said of them
   * @throws StartException if the store does not answer
   */
  int run(StoreReader store) {
    try {
      return verified(store);
    } catch (StoreUnavailableException lost) {
      throw StoreFailure.refusal(store, lost);
    }
  }

  private int verified(StoreReader store) {
    requirePresentWords(store);
    AuditReport report = new AuditVerifier(store, this::tell).verify();
    Broken broken = report.broken();
    if (broken != null) {
      out.println("broken: " + broken);
      out.println("faults: " + report.faults());
    } else {
      out.println("verified: " + report.entries() + " entries of " + report.records() + " records");
    }
    if (!report.erasures().isEmpty() || report.erased() > 0) {
      out.println(
          "erased: " + report.erased() + " records in " + report.erasures().size() + " erasures");
      report.erasures().stream().limit(MAX_ERASURES).forEach(this::tell);
    }
    if (report.versions() + report.erasedVersions() > 0) {
      String dropped =
          report.erasedVersions() == 0
              ? ""
              : ", and " + report.erasedVersions() + " whose content was erased";
      out.println("former states: " + report.versions() + dropped);
    }
    out.println("unsalted: " + report.unsalted() + " entries");
    out.println("head: " + report.head());
    return broken == null ? 0 : BROKEN;
  }

  /**
   * Refuses what has not been brought up to date.
   *
   * @throws StoreOpenException if records still have the words of an earlier version
   */
  static void requirePresentWords(StoreReader store) {
    if (!store.find(List.of(Key.FORMER_TERMS.name())).isEmpty()) {
      throw new StoreOpenException(
          store
              + ": was written by an older Membrane; start membraned once to bring it up to date");
    }
  }

  private void tell(ProvenErasure erasure) {
    out.println(
        "erasure: "
            + erasure.id()
            + " at "
            + erasure.at()
            + " by "
            + erasure.actor()
            + ": "
            + erasure.proof().records()
            + " records, digest "
            + erasure.proof().digest());
  }

  private void tell(long records) {
    if (records >= told + TOLD_EVERY) {
      told = records;
      progress.println(records + " records verified");
    }
  }
}
