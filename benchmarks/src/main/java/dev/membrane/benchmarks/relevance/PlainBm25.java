package dev.membrane.benchmarks.relevance;

import dev.membrane.benchmarks.relevance.Conversation.ConversationTurn;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/**
 * The textbook's BM25 (Robertson, Zaragoza 2009) with k1 1.2 and b 0.75 over words without English
 * stop words, stemmed (Porter).
 */
public final class PlainBm25 implements Scored {

  private static final double K1 = 1.2;
  private static final double B = 0.75;

  private final Analyzer analyzer = new EnglishAnalyzer(StopList.english());
  private final List<ConversationTurn> turns;
  private final List<Map<String, Integer>> counts = new ArrayList<>();
  private final Map<String, Integer> turnsWith = new HashMap<>();
  private final double[] lengths;
  private final double meanLength;

  /** Reads the turns of a conversation. */
  public PlainBm25(Conversation conversation) {
    turns = conversation.turns();
    for (String text : conversation.texts()) {
      Map<String, Integer> words = new HashMap<>();
      words(text).forEach(word -> words.merge(word, 1, Integer::sum));
      words.keySet().forEach(word -> turnsWith.merge(word, 1, Integer::sum));
      counts.add(words);
    }
    lengths = counts.stream().mapToDouble(PlainBm25::length).toArray();
    meanLength = counts.stream().mapToDouble(PlainBm25::length).average().orElse(0);
  }

  @Override
  public List<ConversationTurn> turns() {
    return turns;
  }

  @Override
  public double[] scores(String question) {
    double[] scores = new double[turns.size()];
    for (String word : new LinkedHashSet<>(words(question))) {
      double with = turnsWith.getOrDefault(word, 0);
      double idf = Math.log(1 + (turns.size() - with + 0.5) / (with + 0.5));
      for (int turn = 0; turn < scores.length; turn++) {
        double count = counts.get(turn).getOrDefault(word, 0);
        double norm = K1 * (1 - B + B * lengths[turn] / meanLength);
        scores[turn] += count == 0 ? 0 : idf * count * (K1 + 1) / (count + norm);
      }
    }
    return scores;
  }

  private static double length(Map<String, Integer> words) {
    return words.values().stream().mapToInt(Integer::intValue).sum();
  }

  private List<String> words(String text) {
    List<String> words = new ArrayList<>();
    try (TokenStream tokens = analyzer.tokenStream("text", text)) {
      CharTermAttribute word = tokens.getAttribute(CharTermAttribute.class);
      tokens.reset();
      while (tokens.incrementToken()) {
        words.add(word.toString());
      }
    } catch (IOException impossible) {
      throw new UncheckedIOException("reading a text in memory", impossible);
    }
    return words;
  }
}
