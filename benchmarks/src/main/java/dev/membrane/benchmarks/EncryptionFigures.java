package dev.membrane.benchmarks;

import dev.membrane.Membrane;
import dev.membrane.RetrieveRequest;
import dev.membrane.spi.store.MemoryStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.util.Base64;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** An encrypted store compared with one with the same records in clear text, on each backend. */
final class EncryptionFigures {

  private static final int MANY = 32;
  private static final int INGESTS = 6_400;
  private static final int SCOPES = 100;
  private static final int QUESTIONS = 512;
  private static final int BYTES_OF_KEY = 32;

  private final BenchmarkRun bench;
  private final long records;

  EncryptionFigures(BenchmarkRun bench) {
    this.bench = bench;
    this.records = Math.min(bench.largest(), BenchmarkRun.MAX_SPREAD);
  }

  void measure() throws SQLException {
    try (TemporaryFolder folder = new TemporaryFolder()) {
      Path key = key(folder.path());
      for (Site.Backend backend : bench.backends()) {
        measure(backend, key);
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private void measure(Site.Backend backend, Path key) throws SQLException {
    try (Site one = backend.site("membrane_one", key);
        Site other = backend.site("membrane_other")) {
      Side.fill(one, other, records);
      one.settle();
      other.settle();
      bytes(one, other);
      try (Side encrypted = Side.open(one, EncryptionFigures::engine);
          Side plain = Side.open(other, EncryptionFigures::engine)) {
        SideBySide sides = new SideBySide(bench, encrypted, plain, records);
        for (ScopeQueries questions : List.of(ScopeQueries.TEXT, ScopeQueries.SALIENCE_ALL)) {
          bench.add(retrieve(sides, questions, 1).atMost(1.3));
          bench.add(retrieve(sides, questions, 16).atMost(1.3));
          bench.add(retrieve(sides, questions, SCOPES));
        }
        bench.add(ingest(sides).atLeast(0.8));
      }
    }
  }

  private static Membrane engine(MemoryStore store) {
    return Membrane.builder().store(store).backgroundJobs(false).build();
  }

  private void bytes(Site one, Site other) throws SQLException {
    PairedMedians bytes =
        PairedMedians.of(List.of((double) one.bytes()), List.of((double) other.bytes()));
    bench.add(
        Figure.of("ratio: bytes, encrypted to plain", one, Side.LAYOUT, records, "in process", 1)
            .with(bytes, "bytes"));
  }

  private Figure ingest(SideBySide sides) throws SQLException {
    Corpus corpus = new Corpus(2);
    long ingests = Math.min(INGESTS, records);
    return sides.ratio(
        "ingest, encrypted to plain",
        MANY,
        SideBySide.PairMeasure.RATE,
        () -> Work.observe(MANY, Work.facts(corpus, MANY, ingests)));
  }

  private Figure retrieve(SideBySide sides, ScopeQueries questions, int scopes)
      throws SQLException {
    Corpus corpus = new Corpus(3);
    List<RetrieveRequest> requests =
        Stream.generate(() -> questions.in(some(scopes, corpus), corpus)).limit(QUESTIONS).toList();
    String where = scopes == 1 ? "one scope" : scopes + " scopes";
    return sides.ratio(
        "retrieve " + questions.word() + " in " + where + ", p95, encrypted to plain",
        1,
        SideBySide.PairMeasure.P95,
        () -> Work.retrieve(requests, bench.settings().span()));
  }

  /** Some scopes that are next to each other, from any one on. */
  private static List<String> some(int count, Corpus corpus) {
    int first = corpus.below(SCOPES);
    return IntStream.range(first, first + count).mapToObj(Side.LAYOUT::scopeOf).toList();
  }

  private static Path key(Path folder) throws IOException {
    byte[] key = new byte[BYTES_OF_KEY];
    new SecureRandom().nextBytes(key);
    Path file =
        Files.createFile(
            folder.resolve("key"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    return Files.writeString(file, Base64.getEncoder().encodeToString(key));
  }
}
