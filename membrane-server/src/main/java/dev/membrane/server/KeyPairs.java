package dev.membrane.server;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Tells whether a private key belongs to a certificate. A TLS server with a wrong key would start
 * and then fail for every client, with a handshake error that does not tell the cause.
 */
final class KeyPairs {

  private static final Pattern PKCS_8 =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]+)-----END PRIVATE KEY-----");
  private static final String PROBE = "membrane";

  private KeyPairs() {}

  /**
   * Signs with the private key and verifies with the public one.
   *
   * @throws GeneralSecurityException if they are of different kinds
   */
  static boolean belongTogether(PublicKey publicKey, PrivateKey privateKey)
      throws GeneralSecurityException {
    Signature signature = Signature.getInstance(signatureOf(publicKey.getAlgorithm()));
    signature.initSign(privateKey);
    byte[] probe = PROBE.getBytes(StandardCharsets.US_ASCII);
    signature.update(probe);
    byte[] signed = signature.sign();
    signature.initVerify(publicKey);
    signature.update(probe);
    return signature.verify(signed);
  }

  /**
   * The key that a certificate is about.
   *
   * @throws GeneralSecurityException if the file holds no certificate
   */
  static PublicKey publicKey(File certificate) throws IOException, GeneralSecurityException {
    try (InputStream in = new FileInputStream(certificate)) {
      return CertificateFactory.getInstance("X.509").generateCertificate(in).getPublicKey();
    }
  }

  /**
   * The private key in a file.
   *
   * @param algorithm of the public key
   * @throws GeneralSecurityException if the file holds no such key
   */
  static PrivateKey privateKey(File key, String algorithm)
      throws IOException, GeneralSecurityException {
    Matcher pem = PKCS_8.matcher(Files.readString(key.toPath(), StandardCharsets.US_ASCII));
    if (!pem.find()) {
      throw new GeneralSecurityException("it has no PKCS #8 private key");
    }
    byte[] encoded = Base64.getMimeDecoder().decode(pem.group(1));
    return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
  }

  private static String signatureOf(String algorithm) {
    return switch (algorithm) {
      case "EC" -> "SHA256withECDSA";
      case "RSA" -> "SHA256withRSA";
      default -> algorithm;
    };
  }
}
