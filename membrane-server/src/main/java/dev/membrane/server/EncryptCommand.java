package dev.membrane.server;

import dev.membrane.internal.audit.AuditReport;
import dev.membrane.internal.audit.AuditVerifier;
import dev.membrane.internal.move.MoveException;
import dev.membrane.internal.move.StoreCopy;
import dev.membrane.spi.EncryptedCopy;
import dev.membrane.spi.StoreEncryption;
import dev.membrane.spi.StoreOpenException;
import dev.membrane.spi.StoreUnavailableException;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;

/** Encrypts a database that no server has open. */
@Command(
    name = "encrypt",
    description = {
      "Encrypts a database, which no server has open, with the key of encryption_key_file. An"
          + " encrypted copy is made beside it and compared with it. It then takes the place of the"
          + " database, which is removed. If this is interrupted, start it again: until then the"
          + " database is as it was."
    },
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:it is encrypted",
      "1:it could not be encrypted, and is as it was",
      "2:bad command line",
      "78:bad configuration"
    })
final class EncryptCommand implements Callable<Integer> {

  private final CommandContext context;

  EncryptCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    StoreEncryption encryption =
        Blueprint.of(context.config())
            .encryption()
            .orElseThrow(() -> new StartException("backend: the store cannot be encrypted"));
    try {
      Optional<EncryptedCopy> copy = encryption.encryptedCopy();
      if (copy.isPresent()) {
        encrypt(copy.get());
      } else {
        context.out().println("encrypted: it was already");
      }
      return ExitCode.OK;
    } catch (StoreOpenException refused) {
      throw Blueprint.refused(refused);
    } catch (StoreUnavailableException | MoveException | IOException failure) {
      throw new StartException(String.valueOf(failure.getMessage()), failure);
    }
  }

  private void encrypt(EncryptedCopy copying) throws IOException {
    ProgressLine progress =
        new ProgressLine(context.err(), context.isTerminal(), "lines copied", System::nanoTime);
    try (EncryptedCopy copy = copying) {
      var unused =
          new StoreCopy(copy.plain(), copy.encrypted(), progress)
              .run(Version.text(), Instant.now());
      progress.end();
      copy.complete();
      AuditReport report = compared(copy);
      copy.replace();
      context.out().println("encrypted: " + report.records() + " records, deleted ones included");
      context.out().println("head: " + report.head());
    } finally {
      progress.end();
    }
  }

  /** The audit logs tell whether everything is there. */
  private static AuditReport compared(EncryptedCopy copy) {
    AuditReport plain = new AuditVerifier(copy.plain(), checked -> {}).verify();
    AuditReport encrypted = new AuditVerifier(copy.encrypted(), checked -> {}).verify();
    if (encrypted.faults() > plain.faults()) {
      throw new StartException("the copy does not hold: " + encrypted.broken());
    }
    boolean isSame =
        plain.head().equals(encrypted.head())
            && plain.entries() == encrypted.entries()
            && plain.versions() == encrypted.versions()
            && plain.erasedVersions() == encrypted.erasedVersions();
    if (!isSame) {
      throw new StartException(
          "the copy differs from the database; remove it (the files with -encrypting in their names)"
              + " and start again");
    }
    return encrypted;
  }
}
