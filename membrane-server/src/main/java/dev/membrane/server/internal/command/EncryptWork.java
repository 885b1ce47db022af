package dev.membrane.server.internal.command;

import dev.membrane.internal.audit.AuditReport;
import dev.membrane.internal.audit.AuditVerifier;
import dev.membrane.internal.transfer.MoveException;
import dev.membrane.internal.transfer.StoreCopy;
import dev.membrane.server.StartException;
import dev.membrane.server.internal.plugin.StoreFailure;
import dev.membrane.server.internal.process.Version;
import dev.membrane.server.internal.start.ServerConfig;
import dev.membrane.spi.Config;
import dev.membrane.spi.keys.StoreEncryption;
import dev.membrane.spi.keys.StoreEncryption.EncryptedCopy;
import dev.membrane.spi.store.StoreOpenException;
import dev.membrane.spi.store.StoreUnavailableException;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Encrypts a database and reports it. Apart from the command, so that others load nothing of it.
 *
 * @param to where the copy is made; null: in the place of the database
 */
record EncryptWork(PrintWriter out, PrintWriter err, @Nullable String to) {

  private static final String AS_BEFORE = "; the database is as it was";

  private static final String START_AGAIN =
      "remove the copy (the files with -encrypting in their names, or the schema) and start again";

  /**
   * Encrypts the database of a configuration.
   *
   * @param config the same, to find the server that has the database
   * @throws StartException with one line if it could not be
   */
  void run(ServerConfig serverConfig, Config config) {
    StoreEncryption encryption =
        serverConfig
            .encryption()
            .orElseThrow(
                () -> StartException.configuration("backend: this store cannot be encrypted"));
    try {
      Optional<EncryptedCopy> copy = encryption.encryptedCopy(to);
      if (copy.isPresent()) {
        encrypt(copy.get());
      } else {
        out.println("encrypted: it was already");
      }
    } catch (StoreOpenException refused) {
      throw ServedStore.explained(StoreFailure.refusal(refused), config, ServedStore.STOP_IT);
    } catch (MoveException differing) {
      throw new StartException(
          differing.getMessage()
              + "; if the database was changed after the copy was begun, "
              + START_AGAIN,
          differing);
    } catch (StoreUnavailableException lost) {
      throw new StartException(StoreFailure.reason(lost) + AS_BEFORE, lost);
    } catch (IOException failure) {
      throw new StartException(failure.getMessage() + AS_BEFORE, failure);
    }
  }

  private void encrypt(EncryptedCopy copying) throws IOException {
    ProgressLine progress = ProgressLine.begin(err, "lines copied");
    try (EncryptedCopy copy = copying) {
      var unused =
          new StoreCopy(copy.plain(), copy.encrypted(), progress)
              .run(Version.text(), InstantSource.system().instant());
      progress.end();
      copy.complete();
      AuditReport report = compared(copy);
      copy.finish();
      out.println("encrypted: " + report.records() + " records, deleted ones included");
      out.println("head: " + report.head());
      if (to != null) {
        out.println("next: set postgres_dsn to what --to names, and drop the database before");
      }
    } finally {
      progress.end();
    }
  }

  /** The audit logs tell whether everything is there. */
  private static AuditReport compared(EncryptedCopy copy) {
    AuditReport plain = new AuditVerifier(copy.plain(), checked -> {}).verify();
    AuditReport encrypted = new AuditVerifier(copy.encrypted(), checked -> {}).verify();
    if (encrypted.faults() > plain.faults()) {
      throw new StartException("the audit logs of the copy are damaged: " + encrypted.broken());
    }
    boolean isSame =
        plain.head().equals(encrypted.head())
            && plain.entries() == encrypted.entries()
            && plain.versions() == encrypted.versions()
            && plain.erasedVersions() == encrypted.erasedVersions();
    if (!isSame) {
      throw new StartException("the copy differs from the database; " + START_AGAIN);
    }
    return encrypted;
  }
}
