package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is handed out starts fast the first time, too. */
class BundleStartIT {

  /** The most that a start of the bundle takes of one of the zip. */
  private static final double MOST_OF_THE_TIME = 0.6;

  private static final double LEAST_ARCHIVED = 0.9;

  @TempDir Path folder;

  private Path home;
  private Map<String, String> noCacheYet;

  @BeforeEach
  void unpack() throws Exception {
    home = Bundle.unpack(Files.createDirectory(folder.resolve("bundle")));
    noCacheYet = Map.of("MEMBRANE_CACHE", folder.resolve("cache").toString());
  }

  @AfterEach
  void makesNoArchiveOfItsOwn() {
    assertThat(folder.resolve("cache")).doesNotExist();
  }

  @Test
  void the_first_start_has_nearly_all_classes_from_the_archive_that_came_along() throws Exception {
    Path log = folder.resolve("classes.log");
    try (MembranedProcess server =
        started(home.resolve("bin/membraned"), noCacheYet, "-Xlog:class+load:file=" + log)) {
      assertThat(Bundle.recalledOverHttp(server)).contains("records");
    }
    List<String> loaded =
        Files.readAllLines(log).stream().filter(line -> line.contains(" source: ")).toList();
    List<String> archived =
        loaded.stream().filter(line -> line.contains(" source: shared objects file")).toList();
    assertThat(archived)
        .anyMatch(line -> line.contains("dev.membrane.server.internal.start.Server "));
    assertThat((double) archived.size() / loaded.size()).isGreaterThan(LEAST_ARCHIVED);
  }

  @Tag("timing")
  @Test
  void the_first_start_takes_at_most_six_tenths_of_that_of_the_zip_without_an_archive()
      throws Exception {
    Path zip = Files.createDirectory(folder.resolve("zip"));
    Bundle.run(zip, "unzip", "-q", Bundle.TARGET.resolve(Bundle.named(".zip")).toString());
    Path plain = zip.resolve(home.getFileName()).resolve("bin/membraned");
    Map<String, String> none =
        Map.of("JAVA_HOME", System.getProperty("java.home"), "MEMBRANE_CACHE", "");
    Path full = home.resolve("bin/membraned");
    double without = Double.MAX_VALUE;
    double with = Double.MAX_VALUE;
    // The quickest starts are those that nothing else on the machine has delayed.
    for (int turn = 0; turn < 5 || (turn < 25 && with > MOST_OF_THE_TIME * without); turn++) {
      without = Math.min(without, secondsToFirstAnswer(plain, none));
      with = Math.min(with, secondsToFirstAnswer(full, noCacheYet));
    }
    System.out.printf(
        Locale.ROOT, "first answer after %.2f s, of the zip after %.2f s%n", with, without);
    assertThat(with / without).isLessThanOrEqualTo(MOST_OF_THE_TIME);
  }

  private double secondsToFirstAnswer(Path script, Map<String, String> environment)
      throws Exception {
    long began = System.nanoTime();
    try (MembranedProcess server = started(script, environment, "-XX:TieredStopAtLevel=4")) {
      assertThat(Bundle.recalledOverHttp(server)).contains("records");
      return (System.nanoTime() - began) / 1e9;
    }
  }

  private MembranedProcess started(Path script, Map<String, String> environment, String options)
      throws Exception {
    Map<String, String> all = new HashMap<>(environment);
    all.put("MEMBRANE_JAVA_OPTS", options);
    all.put("MEMBRANE_DB_PATH", Files.createTempDirectory(folder, "start") + "/membrane.db");
    return MembranedProcess.running(script, folder, all).awaitServing();
  }
}
