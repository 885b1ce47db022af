package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How fast what is handed out starts. Other tests at the same time would decide that. */
@Tag("alone")
@Timeout(300)
class BundleStartIT {

  /** The most that a start of the bundle takes of one of the zip. */
  private static final double SHARE = 0.6;

  @TempDir Path folder;

  @Test
  void the_first_start_takes_at_most_six_tenths_of_that_of_the_zip_without_an_archive()
      throws Exception {
    Path home = Bundle.unpack(Files.createDirectory(folder.resolve("bundle")));
    Path zip = Files.createDirectory(folder.resolve("zip"));
    Bundle.run(zip, "unzip", "-q", Bundle.TARGET.resolve(Bundle.named(".zip")).toString());
    Path plain = zip.resolve(home.getFileName()).resolve("bin/membraned");
    Map<String, String> none =
        Map.of("JAVA_HOME", System.getProperty("java.home"), "MEMBRANE_CACHE", "");
    Map<String, String> empty = Map.of("MEMBRANE_CACHE", folder.resolve("cache").toString());
    Path full = home.resolve("bin/membraned");
    double without = Double.MAX_VALUE;
    double with = Double.MAX_VALUE;
    // The quickest starts are those that nothing else on the machine has delayed.
    for (int turn = 0; turn < 5 || (turn < 25 && with > SHARE * without); turn++) {
      without = Math.min(without, secondsToFirstAnswer(plain, none));
      with = Math.min(with, secondsToFirstAnswer(full, empty));
    }
    System.out.printf("first answer after %.2f s, of the zip after %.2f s%n", with, without);
    assertThat(with / without).isLessThanOrEqualTo(SHARE);
    assertThat(folder.resolve("cache")).as("an archive of its own").doesNotExist();
  }

  private double secondsToFirstAnswer(Path script, Map<String, String> environment)
      throws Exception {
    Map<String, String> all = new HashMap<>(environment);
    all.put("MEMBRANE_JAVA_OPTS", "-XX:TieredStopAtLevel=4");
    all.put("MEMBRANE_DB_PATH", Files.createTempDirectory(folder, "start") + "/membrane.db");
    long began = System.nanoTime();
    try (MembranedProcess server = MembranedProcess.running(script, folder, all).awaitServing()) {
      assertThat(Bundle.recalledOverHttp(server)).contains("records");
      return (System.nanoTime() - began) / 1e9;
    }
  }
}
