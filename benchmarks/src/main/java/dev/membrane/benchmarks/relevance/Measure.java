package dev.membrane.benchmarks.relevance;

import java.util.List;
import java.util.Set;

/** How good an order of turns is for a question, 0 to 1. */
enum Measure {
  RECALL_ALL_5("recall_all@5") {
    @Override
    double of(List<String> order, Set<String> evidence) {
      return found(order, evidence, 5) / evidence.size();
    }
  },
  RECALL_ALL_10("recall_all@10") {
    @Override
    double of(List<String> order, Set<String> evidence) {
      return found(order, evidence, 10) / evidence.size();
    }
  },
  RECALL_ALL_25("recall_all@25") {
    @Override
    double of(List<String> order, Set<String> evidence) {
      return found(order, evidence, DEEPEST) / evidence.size();
    }
  },
  RECALL_ANY_5("recall_any@5") {
    @Override
    double of(List<String> order, Set<String> evidence) {
      return Math.min(1, found(order, evidence, 5));
    }
  },
  RECALL_ANY_10("recall_any@10") {
    @Override
    double of(List<String> order, Set<String> evidence) {
      return Math.min(1, found(order, evidence, 10));
    }
  },
  /** Normalised discounted cumulative gain, where evidence is worth 1 and all else nothing. */
  NDCG_10("ndcg@10") {
    @Override
    double of(List<String> order, Set<String> evidence) {
      double gain = 0;
      for (int place = 0; place < Math.min(10, order.size()); place++) {
        gain += evidence.contains(order.get(place)) ? discount(place) : 0;
      }
      double most = 0;
      for (int place = 0; place < Math.min(10, evidence.size()); place++) {
        most += discount(place);
      }
      return gain / most;
    }
  },
  /** The reciprocal of the place of the first evidence; 0 without any. */
  MRR("mrr") {
    @Override
    double of(List<String> order, Set<String> evidence) {
      for (int place = 0; place < order.size(); place++) {
        if (evidence.contains(order.get(place))) {
          return 1.0 / (place + 1);
        }
      }
      return 0;
    }
  };

  /** As far down as any measure of a share looks. */
  static final int DEEPEST = 25;

  private final String word;

  Measure(String word) {
    this.word = word;
  }

  /**
   * The value for one question.
   *
   * @param order turn ids, the best first, each at most once
   * @param evidence at least one
   */
  abstract double of(List<String> order, Set<String> evidence);

  /** As a figure is named. */
  String word() {
    return word;
  }

  private static double found(List<String> order, Set<String> evidence, int places) {
    return order.stream().limit(places).filter(evidence::contains).count();
  }

  private static double discount(int place) {
    return Math.log(2) / Math.log(place + 2);
  }
}
