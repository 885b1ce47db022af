package dev.membrane.benchmarks.relevance;

import dev.membrane.spi.Embedder;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Embeds each text once, whoever asks, and keeps the vectors of texts for later runs in a file for
 * each model: the SHA-256 of the text, then the numbers, big-endian. Questions are embedded anew in
 * every run and timed. Used by one thread.
 */
final class KeptVectors implements Embedder {

  private static final int DIGEST = 32;
  private static final int PROGRESS = 500;

  private final Embedder embedder;
  private final @Nullable Path file;
  private final PrintWriter progress;
  private final Map<String, float[]> texts = new HashMap<>();
  private final Map<String, float[]> questions = new LinkedHashMap<>();
  private final Map<String, Long> nanos = new HashMap<>();
  private int embedded;

  /**
   * Vectors of an embedder, which the caller closes.
   *
   * @param folder where they are kept; null: until the end of the run
   */
  KeptVectors(Embedder embedder, @Nullable Path folder, PrintWriter progress) {
    this.embedder = embedder;
    this.progress = progress;
    this.file = folder == null ? null : folder.resolve(fileName(embedder));
    if (file != null) {
      read(file);
    }
  }

  @Override
  public String model() {
    return embedder.model();
  }

  @Override
  public int dimensions() {
    return embedder.dimensions();
  }

  @Override
  public List<float[]> embed(List<String> these) {
    List<float[]> vectors = new ArrayList<>();
    for (String text : these) {
      vectors.add(texts.computeIfAbsent(digest(text), digest -> kept(digest, text)).clone());
    }
    return vectors;
  }

  @Override
  public float[] embedQuery(String text) {
    return questions.computeIfAbsent(text, this::timed).clone();
  }

  @Override
  public void prepare() {
    embedder.prepare();
  }

  /** How long a question took that was embedded before. */
  long nanos(String question) {
    return nanos.getOrDefault(question, 0L);
  }

  private float[] timed(String question) {
    long begin = System.nanoTime();
    float[] vector = embedder.embedQuery(question);
    nanos.put(question, System.nanoTime() - begin);
    return vector;
  }

  private float[] kept(String digest, String text) {
    float[] vector = embedder.embed(List.of(text)).get(0);
    if (file != null) {
      append(file, digest, vector);
    }
    embedded++;
    if (embedded % PROGRESS == 0) {
      progress.println(embedded + " texts embedded");
    }
    return vector;
  }

  private static void append(Path file, String digest, float[] vector) {
    try (OutputStream opened =
            Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        DataOutputStream out = new DataOutputStream(new BufferedOutputStream(opened))) {
      out.write(HexFormat.of().parseHex(digest));
      for (float number : vector) {
        out.writeFloat(number);
      }
    } catch (IOException failure) {
      throw new UncheckedIOException("cannot keep vectors in " + file, failure);
    }
  }

  private void read(Path kept) {
    try {
      Files.createDirectories(kept.toAbsolutePath().getParent());
      if (Files.exists(kept)) {
        try (InputStream opened = Files.newInputStream(kept);
            DataInputStream in = new DataInputStream(new BufferedInputStream(opened))) {
          readAll(in, Files.size(kept) / (DIGEST + (long) Float.BYTES * dimensions()));
        }
      }
    } catch (IOException failure) {
      throw new UncheckedIOException("cannot read the vectors in " + kept, failure);
    }
  }

  private void readAll(DataInputStream in, long count) throws IOException {
    for (long i = 0; i < count; i++) {
      byte[] digest = in.readNBytes(DIGEST);
      if (digest.length < DIGEST) {
        throw new EOFException();
      }
      float[] vector = new float[dimensions()];
      for (int d = 0; d < vector.length; d++) {
        vector[d] = in.readFloat();
      }
      texts.put(HexFormat.of().formatHex(digest), vector);
    }
  }

  private static String fileName(Embedder embedder) {
    return embedder.model().replaceAll("[^A-Za-z0-9.-]+", "-") + ".vectors";
  }

  private static String digest(String text) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(sha.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java has SHA-256", impossible);
    }
  }
}
