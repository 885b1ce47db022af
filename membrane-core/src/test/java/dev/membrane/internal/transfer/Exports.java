package dev.membrane.internal.transfer;

import dev.membrane.IngestOptions;
import dev.membrane.internal.EngineFixture;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Exports as bytes and as lines, and what a store makes of them. */
final class Exports {

  private static final Progress UNSEEN = (done, all) -> {};

  private Exports() {}

  static void remember(EngineFixture house, int events) {
    for (int i = 0; i < events; i++) {
      var unused =
          house.service.record(EngineFixture.event("ref " + i, IngestOptions.NONE.scope("here")));
    }
  }

  static byte[] export(StoreReader store) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    var unused = new Exporter(store, false, UNSEEN).write(out, "1.2.3", EngineFixture.NOON);
    return out.toByteArray();
  }

  static long check(byte[] export) throws IOException {
    return Importer.check(new ByteArrayInputStream(export));
  }

  static Moved load(byte[] export, MemoryStore into) throws IOException {
    return load(export, into, 1_000);
  }

  static Moved load(byte[] export, MemoryStore into, int linesPerCommit) throws IOException {
    return new Importer(into, UNSEEN, linesPerCommit).load(new ByteArrayInputStream(export), 0);
  }

  static List<String> lines(byte[] export) {
    return new ArrayList<>(new String(export, StandardCharsets.UTF_8).lines().toList());
  }

  static byte[] join(List<String> lines) {
    return (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
  }

  /** Lines whose checksums are right, whatever they say. */
  static byte[] resealed(List<String> lines) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    LineWriter writer = new LineWriter(out);
    for (String line : lines.subList(0, lines.size() - 1)) {
      writer.write(line.replaceAll(",\"crc32c\":\"\\w*\"}$", "}"));
    }
    writer.end();
    return out.toByteArray();
  }

  static long size(StoreReader store) {
    return store.auditLogs("", 100_000).size();
  }
}
