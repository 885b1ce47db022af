package dev.membrane.server.internal.start;

import dev.membrane.server.StartException;
import dev.membrane.server.TlsFiles;
import dev.membrane.spi.keys.KeyEncryptionKey.KeyFile;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What an operator should know of TLS files with which a server can start. */
final class TlsWarnings {

  private static final Duration SOON = Duration.ofDays(7);

  private TlsWarnings() {}

  /** Why a start with the files would fail; empty: it would not. */
  static Optional<String> unusable(TlsFiles files) {
    try {
      files.check();
      return Optional.empty();
    } catch (StartException refused) {
      return Optional.of(
          "the TLS files at the start stay in use, and a restart would fail: "
              + refused.getMessage());
    }
  }

  /** One line for each; a file that cannot be read is one of them. */
  static List<String> of(TlsFiles files, Instant now) {
    List<String> warnings = new ArrayList<>();
    try {
      for (Certificate one : TlsFiles.certificates(files.certificate())) {
        X509Certificate certificate = (X509Certificate) one;
        String what =
            TlsFiles.CERTIFICATE
                + ": the certificate of "
                + certificate.getSubjectX500Principal()
                + " ";
        validity(certificate, now).ifPresent(fault -> warnings.add(what + fault));
      }
      if (KeyFile.isOpenToOthers(files.key().toPath())) {
        warnings.add(
            TlsFiles.KEY + ": others may read or write the file; chmod 600 " + files.key());
      }
    } catch (IOException | GeneralSecurityException unreadable) {
      warnings.add("the TLS files cannot be read, and a start would fail: " + unreadable);
    }
    return warnings;
  }

  private static Optional<String> validity(X509Certificate certificate, Instant now) {
    Instant begin = certificate.getNotBefore().toInstant();
    Instant end = certificate.getNotAfter().toInstant();
    if (now.isBefore(begin)) {
      return Optional.of("is not valid before " + begin + ", so clients may refuse it");
    }
    if (now.isAfter(end)) {
      return Optional.of("expired on " + end + ", so clients may refuse it");
    }
    return now.plus(SOON).isAfter(end) ? Optional.of("expires on " + end) : Optional.empty();
  }
}
