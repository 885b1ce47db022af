package dev.membrane.server;

import dev.membrane.spi.KeyFile;
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

  /** One line for each; what cannot be read is told by the start. */
  static List<String> of(TlsFiles files, Instant now) {
    List<String> warnings = new ArrayList<>();
    try {
      for (Certificate one : TlsFiles.certificates(files.certificate())) {
        validity((X509Certificate) one, now)
            .ifPresent(fault -> warnings.add(TlsFiles.CERTIFICATE + ": the certificate " + fault));
      }
      if (KeyFile.isOpenToOthers(files.key().toPath())) {
        warnings.add(
            TlsFiles.KEY + ": others may read or write the file; chmod 600 " + files.key());
      }
    } catch (IOException | GeneralSecurityException unreadable) {
      return warnings;
    }
    return warnings;
  }

  private static Optional<String> validity(X509Certificate certificate, Instant now) {
    Instant begin = certificate.getNotBefore().toInstant();
    Instant end = certificate.getNotAfter().toInstant();
    if (now.isBefore(begin)) {
      return Optional.of("is not valid before " + begin + ", and clients refuse it");
    }
    if (now.isAfter(end)) {
      return Optional.of("expired on " + end + ", and clients refuse it");
    }
    return now.plus(SOON).isAfter(end) ? Optional.of("expires on " + end) : Optional.empty();
  }
}
