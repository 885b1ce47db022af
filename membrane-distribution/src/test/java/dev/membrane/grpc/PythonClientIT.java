package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The client for Python: its own tests, against the packaged server. */
@Timeout(900)
class PythonClientIT {

  @BeforeEach
  void its_libraries_are_there() {
    PythonClient.assumeInstalled();
  }

  @Test
  void its_tests_pass() throws Exception {
    assertThat(PythonClient.run(PythonClient.FOLDER, "-m", "pytest", "-q", "--tb=short"))
        .containsPattern("\\d\\d+ passed")
        .doesNotContainPattern("\\d+ (skipped|deselected|xfailed|xpassed|warning)");
  }

  @Test
  void its_types_hold() throws Exception {
    assertThat(PythonClient.run(PythonClient.FOLDER, "-m", "mypy"))
        .contains("Success: no issues found");
  }
}
