package dev.membrane.internal.text;

import java.util.stream.Stream;
import org.apache.lucene.analysis.CharArraySet;

/** English words that say nothing about a topic, in lower case and as they are before stemming. */
final class StopWords {

  private static final String ENGLISH =
      """
      a about above after again against all also although am an and any anyone \
      anything are aren't as at be because been before being below between both but by \
      can can't cannot could couldn't did didn't do does doesn't doing don't down \
      during each either else ever every everyone everything few for from further had \
      hadn't has hasn't have haven't having he he'd he'll he's her here hers herself \
      him himself his how how's however i i'd i'll i'm i've if in into is isn't it \
      it's its itself just let's many me might mightn't more most much must \
      mustn't my myself needn't neither no nor not nothing of off on once only onto or \
      other ought our ours ourselves out over own same shall shan't she she'd she'll \
      she's should should've shouldn't since so some someone something such than that \
      that'll that's the their theirs them themselves then there there's therefore \
      these they they'd they'll they're they've this those though through thus to too \
      toward towards under until up upon us very was wasn't we we'd we'll we're we've \
      were weren't what what's when when's where where's whether which while who who's \
      whom whose why why's will with within without won't would wouldn't yet you you'd \
      you'll you're you've your yours yourself yourselves""";

  /** By these one asks of the present, or politely. In an answer they may stand for anything. */
  private static final String OF_QUESTIONS = "currently now nowadays please";

  /** By these one asks for something, whatever that is. They may say much in an answer. */
  private static final String OF_REQUESTS =
      """
      asap dear hello help hey hi like need needed now okay please sorry thank thanks want \
      wanted wants""";

  private StopWords() {}

  static CharArraySet english() {
    return CharArraySet.unmodifiableSet(new CharArraySet(englishWords().toList(), false));
  }

  static String ofQuestions() {
    return OF_QUESTIONS;
  }

  static String ofRequests() {
    return OF_REQUESTS;
  }

  static Stream<String> englishWords() {
    return Stream.of(ENGLISH.split(" "));
  }
}
