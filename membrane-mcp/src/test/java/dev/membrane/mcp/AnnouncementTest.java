package dev.membrane.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.server.local.DatabaseFiles;
import dev.membrane.server.local.ServerFile;
import dev.membrane.spi.Config;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnnouncementTest {

  private static final String ADDRESS = "127.0.0.1:4711";

  @TempDir Path folder;

  @Test
  void a_file_that_is_lost_or_damaged_is_written_again_until_the_end() throws IOException {
    DatabaseFiles beside = new DatabaseFiles(folder.resolve("a.db"));
    ServerFile own = ServerFile.ofThisProcess(ADDRESS, new Config(Map.of()), beside);
    Announcement announcement = Announcement.of(own, beside);
    String whole = Files.readString(beside.server());

    Files.delete(beside.server());
    announcement.check();
    assertThat(ServerFile.read(beside.server())).contains(own);

    Files.writeString(beside.server(), whole.substring(0, 30));
    announcement.check();
    assertThat(ServerFile.read(beside.server())).contains(own);

    Files.writeString(beside.server(), whole.replace(ADDRESS, "127.0.0.1:1"));
    announcement.check();
    assertThat(ServerFile.read(beside.server())).contains(own);

    Files.delete(beside.server());
    Files.createDirectory(beside.server());
    announcement.check();
    Files.delete(beside.server());
    announcement.check();
    assertThat(ServerFile.read(beside.server())).contains(own);

    announcement.close();
    announcement.check();
    assertThat(beside.server()).doesNotExist();
  }
}
