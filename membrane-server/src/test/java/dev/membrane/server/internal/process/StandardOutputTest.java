package dev.membrane.server.internal.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

final class StandardOutputTest {

  @Test
  @EnabledOnOs(OS.LINUX)
  void a_full_disk_is_a_fault() throws FileNotFoundException {
    StandardOutput standard = new StandardOutput(new FileOutputStream("/dev/full"));
    PrintStream stream = standard.stream();
    assertThat(standard.fault()).isEmpty();
    stream.println("answer");
    assertThat(standard.fault()).contains("No space left on device");
  }

  @Test
  void a_reader_who_has_seen_enough_is_none() {
    StandardOutput standard =
        new StandardOutput(
            new OutputStream() {
              @Override
              public void write(int one) throws IOException {
                throw new IOException("Broken pipe");
              }
            });
    PrintStream stream = standard.stream();
    stream.println("answer");
    assertThat(stream.checkError()).isTrue();
    assertThat(standard.fault()).isEmpty();
  }
}
