package dev.membrane.tck;

import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.Embedder;
import dev.membrane.spi.ModelException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** Counts words, and the flaws that an embedder may have. */
final class WordEmbedder implements Embedder {

  private static final int DIMENSIONS = 256;

  private final Function<List<String>, List<float[]>> embedding;

  private WordEmbedder(Function<List<String>, List<float[]>> embedding) {
    this.embedding = embedding;
  }

  static WordEmbedder sound() {
    return new WordEmbedder(WordEmbedder::count);
  }

  @Override
  public String model() {
    return "words";
  }

  @Override
  public int dimensions() {
    return DIMENSIONS;
  }

  @Override
  public List<float[]> embed(List<String> texts) {
    return embedding.apply(texts);
  }

  private static List<float[]> count(List<String> texts) {
    return texts.stream().map(WordEmbedder::count).toList();
  }

  private static float[] count(String text) {
    float[] vector = new float[DIMENSIONS];
    vector[0] = 0.1f;
    for (String word : text.split(" ", -1)) {
      vector[1 + Math.floorMod(word.hashCode(), DIMENSIONS - 1)]++;
    }
    return vector;
  }

  static List<Flaw<Embedder>> flaws() {
    List<Flaw<Embedder>> flaws = new ArrayList<>();
    String ordered = "each_text_has_its_vector_in_the_order_given";
    String sized = "every_vector_has_its_dimensions_and_a_length";
    String any = "any_text_has_a_vector";
    flaws.add(flaw("it answers backwards", ordered, texts -> reversed(count(texts))));
    flaws.add(flaw("it answers each text once", ordered, texts -> count(distinct(texts))));
    flaws.add(each("its vectors are short", sized, vector -> Arrays.copyOf(vector, 7)));
    flaws.add(each("its vectors are nothing", sized, vector -> new float[DIMENSIONS]));
    flaws.add(each("its vectors are no numbers", sized, vector -> filled(Float.NaN)));
    flaws.add(
        each(
            "all is one to it",
            "what_means_alike_lies_nearer_than_what_does_not",
            vector -> filled(1)));
    flaws.add(
        flaw(
            "it has a vector for nothing",
            "without_texts_there_are_no_vectors",
            texts -> texts.isEmpty() ? List.of(filled(1)) : count(texts)));
    flaws.add(
        flaw(
            "it answers only as much as one request holds",
            "a_batch_of_any_size_is_answered_in_full",
            texts -> count(texts.subList(0, Math.min(256, texts.size())))));
    flaws.add(refusing("it refuses an empty text", any, text -> text.isEmpty()));
    flaws.add(refusing("it refuses a long text", any, text -> text.length() > 100_000));
    flaws.add(
        new Flaw<>(
            "it goes on using its answers",
            "an_answer_belongs_to_the_caller",
            WordEmbedder::stingy));
    flaws.add(
        new Flaw<>(
            "it knows only the thread that came first",
            "many_threads_get_each_their_own_vectors",
            WordEmbedder::loyal));
    flaws.add(
        new Flaw<>(
            "its questions lie elsewhere",
            "a_question_lies_near_what_answers_it",
            () -> with(text -> count("line forty"), () -> {})));
    flaws.add(
        new Flaw<>(
            "it finds fault with itself",
            "what_works_is_found_to_work",
            () -> with(WordEmbedder::count, WordEmbedder::refuse)));
    flaws.add(
        new Flaw<>(
            "its helpers answer in the order in which they end",
            "with_processors_to_spare_each_text_has_the_vector_that_it_has_without",
            Hasty::new));
    flaws.add(
        new Flaw<>(
            "it does not say what it may get",
            "it_says_what_it_is_and_never_otherwise",
            WordEmbedder::secretive));
    flaws.add(
        new Flaw<>("it grows", "it_says_what_it_is_and_never_otherwise", WordEmbedder::growing));
    return flaws;
  }

  private static Flaw<Embedder> flaw(
      String what, String caughtBy, Function<List<String>, List<float[]>> embedding) {
    return new Flaw<>(what, caughtBy, () -> new WordEmbedder(embedding));
  }

  private static Flaw<Embedder> each(
      String what, String caughtBy, UnaryOperator<float[]> spoiling) {
    return flaw(what, caughtBy, texts -> count(texts).stream().map(spoiling).toList());
  }

  private static Flaw<Embedder> refusing(String what, String caughtBy, Predicate<String> on) {
    return flaw(
        what,
        caughtBy,
        texts -> {
          if (texts.stream().anyMatch(on)) {
            refuse();
          }
          return count(texts);
        });
  }

  /** Answers always with the array that it has filled first. */
  private static Embedder stingy() {
    List<float[]> only = Collections.synchronizedList(new ArrayList<>());
    return new WordEmbedder(
        texts -> {
          if (only.isEmpty()) {
            only.addAll(count(texts.subList(0, 1)));
          }
          return Collections.nCopies(texts.size(), only.get(0));
        });
  }

  private static Embedder loyal() {
    AtomicReference<Thread> first = new AtomicReference<>();
    return new WordEmbedder(
        texts -> {
          first.compareAndSet(null, Thread.currentThread());
          boolean isKnown = first.get() == Thread.currentThread();
          return isKnown ? count(texts) : count(Collections.nCopies(texts.size(), "stranger"));
        });
  }

  /** Sound, but for how it answers questions and checks itself. */
  private static Embedder with(Function<String, float[]> question, Runnable check) {
    Embedder sound = sound();
    return new Embedder() {
      @Override
      public String model() {
        return sound.model();
      }

      @Override
      public int dimensions() {
        return sound.dimensions();
      }

      @Override
      public List<float[]> embed(List<String> texts) {
        return sound.embed(texts);
      }

      @Override
      public float[] embedQuery(String text) {
        return question.apply(text);
      }

      @Override
      public void check() {
        check.run();
      }
    };
  }

  private static void refuse() {
    throw ModelException.permanent("no", new IllegalStateException());
  }

  private static Embedder growing() {
    int[] asked = new int[1];
    Embedder sound = sound();
    return new Embedder() {
      @Override
      public String model() {
        return "growing";
      }

      @Override
      public int dimensions() {
        return DIMENSIONS + asked[0];
      }

      @Override
      public List<float[]> embed(List<String> texts) {
        asked[0]++;
        return sound.embed(texts);
      }
    };
  }

  private static Embedder secretive() {
    Embedder sound = sound();
    return new Embedder() {
      @Override
      public String model() {
        return sound.model();
      }

      @Override
      public int dimensions() {
        return sound.dimensions();
      }

      @Override
      public List<float[]> embed(List<String> texts) {
        return sound.embed(texts);
      }

      @Override
      @SuppressWarnings("NullAway") // What an embedder without null checks may do.
      public Sensitivity maxSensitivity() {
        return null;
      }
    };
  }

  private static List<String> distinct(List<String> texts) {
    return texts.stream().distinct().toList();
  }

  private static List<float[]> reversed(List<float[]> vectors) {
    List<float[]> all = new ArrayList<>(vectors);
    Collections.reverse(all);
    return all;
  }

  private static float[] filled(float value) {
    float[] vector = new float[DIMENSIONS];
    IntStream.range(0, DIMENSIONS).forEach(i -> vector[i] = value);
    return vector;
  }

  /** Mixes up what it embeds with help. */
  private static final class Hasty implements Embedder {

    @Override
    public String model() {
      return "words";
    }

    @Override
    public int dimensions() {
      return DIMENSIONS;
    }

    @Override
    public List<float[]> embed(List<String> texts) {
      return count(texts);
    }

    @Override
    public List<float[]> embed(List<String> texts, IntSupplier spare) {
      return spare.getAsInt() > 0 ? reversed(count(texts)) : count(texts);
    }
  }
}
