package dev.membrane.grpc;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;

/** A key pair and a certificate for 127.0.0.1 signed with it, made by the JDK's keytool. */
record TestCertificate(Path certificate, Path key) {

  private static final String PASSWORD = "changeit";

  static TestCertificate make(Path folder, String name)
      throws IOException, InterruptedException, GeneralSecurityException {
    Path store = folder.resolve(name + ".p12");
    generate(store, name);
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    return new TestCertificate(
        pem(folder.resolve(name + ".crt"), "CERTIFICATE", keys.getCertificate(name).getEncoded()),
        pem(
            folder.resolve(name + ".key"),
            "PRIVATE KEY",
            keys.getKey(name, PASSWORD.toCharArray()).getEncoded()));
  }

  private static void generate(Path store, String name) throws IOException, InterruptedException {
    Process keytool =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                    "-J-XX:TieredStopAtLevel=1",
                    "-genkeypair",
                    "-alias",
                    name,
                    "-keyalg",
                    "EC",
                    "-groupname",
                    "secp256r1",
                    "-dname",
                    "CN=" + name,
                    "-ext",
                    "san=ip:127.0.0.1,dns:localhost",
                    "-ext",
                    "bc=ca:true",
                    "-validity",
                    "2",
                    "-storetype",
                    "PKCS12",
                    "-storepass",
                    PASSWORD,
                    "-keystore",
                    store.toString()))
            .inheritIO()
            .start();
    if (keytool.waitFor() != 0) {
      throw new IOException("keytool failed");
    }
  }

  private static Path pem(Path file, String label, byte[] content) throws IOException {
    return Files.writeString(
        file,
        "-----BEGIN %s-----\n%s\n-----END %s-----\n"
            .formatted(label, Base64.getMimeEncoder().encodeToString(content), label));
  }
}
