package dev.membrane.grpc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/** Answers a task with the run whose messages are most like it, by BM25 (k1 1.2, b 0.75). */
final class NearestRun {

  private static final double K1 = 1.2;
  private static final double B = 0.75;

  private final List<Trajectory> runs;
  private final List<Map<String, Integer>> texts = new ArrayList<>();
  private final Map<String, Integer> runsWith = new HashMap<>();
  private final double meanLength;

  NearestRun(List<Trajectory> runs) {
    this.runs = runs;
    long length = 0;
    for (Trajectory run : runs) {
      Map<String, Integer> counts = new HashMap<>();
      for (String term : terms(run.userMessages())) {
        counts.merge(term, 1, Integer::sum);
        length++;
      }
      counts.keySet().forEach(term -> runsWith.merge(term, 1, Integer::sum));
      texts.add(counts);
    }
    meanLength = (double) length / runs.size();
  }

  Trajectory to(List<String> messages) {
    Set<String> asked = new HashSet<>(terms(messages));
    int best = 0;
    double most = -1;
    for (int i = 0; i < runs.size(); i++) {
      double score = score(texts.get(i), asked);
      if (score > most) {
        best = i;
        most = score;
      }
    }
    return runs.get(best);
  }

  private double score(Map<String, Integer> text, Set<String> asked) {
    double length = text.values().stream().mapToInt(Integer::intValue).sum();
    double score = 0;
    for (String term : asked) {
      double count = text.getOrDefault(term, 0);
      double with = runsWith.getOrDefault(term, 0);
      double idf = Math.log(1 + (runs.size() - with + 0.5) / (with + 0.5));
      score += idf * count * (K1 + 1) / (count + K1 * (1 - B + B * length / meanLength));
    }
    return score;
  }

  private static List<String> terms(List<String> messages) {
    List<String> terms = new ArrayList<>();
    try (EnglishAnalyzer analyzer = new EnglishAnalyzer();
        TokenStream words = analyzer.tokenStream("", String.join("\n", messages))) {
      CharTermAttribute word = words.getAttribute(CharTermAttribute.class);
      words.reset();
      while (words.incrementToken()) {
        terms.add(word.toString());
      }
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return terms;
  }
}
