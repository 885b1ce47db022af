package dev.membrane.testing;

import dev.membrane.AuditLog;
import dev.membrane.AuditLog.HistoryEntry;
import dev.membrane.ListRecordsRequest;
import dev.membrane.ListSkillsRequest;
import dev.membrane.Listing;
import dev.membrane.Page;
import dev.membrane.PageRequest;
import dev.membrane.ReplayAnswer;
import dev.membrane.RetrieveAnswer.AnswerView;
import dev.membrane.RetrieveEpisodeAnswer;
import dev.membrane.RetrieveEpisodeRequest;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.RecordView;
import dev.membrane.spi.store.Statistics.ScopeCount;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the viewer asks. Not thread-safe. */
final class Questions {

  private final Viewer viewer;
  private final TrialPlan trialPlan;
  private final Random random;
  private final boolean asksPast;
  private int descriptors;
  private int secretDescriptors;

  Questions(Viewer viewer, TrialPlan trialPlan, Random random, boolean asksPast) {
    this.asksPast = asksPast;
    this.viewer = viewer;
    this.trialPlan = trialPlan;
    this.random = random;
  }

  int descriptors() {
    return descriptors;
  }

  int secretDescriptors() {
    return secretDescriptors;
  }

  WorldAction byId(String id) {
    TrustContext trust = Objects.requireNonNull(viewer.trust(random, true));
    return world -> world.membrane().as(viewer.caller()).retrieval().byId(id, trust);
  }

  WorldAction auditLog(String id) {
    TrustContext trust = viewer.trust(random, false);
    return world -> {
      AuditLog log = world.membrane().as(viewer.caller()).audit();
      return (trust == null ? log : log.under(trust)).of(id);
    };
  }

  /** All versions of a record, a few on a page. */
  WorldAction history(String id) {
    PageRequest first = firstPage();
    return world -> {
      List<Page<HistoryEntry>> pages = new ArrayList<>();
      String cursor = "";
      do {
        Page<HistoryEntry> page =
            world.membrane().as(viewer.caller()).audit().history(id, first.after(cursor));
        pages.add(page);
        cursor = page.nextCursor();
      } while (!cursor.isEmpty());
      return pages;
    };
  }

  WorldAction retrieve() {
    TrustContext trust = trust();
    RetrieveRequest.Builder request =
        RetrieveRequest.builder()
            .taskDescriptor(random.nextInt(5) == 0 ? "" : descriptor())
            .memoryTypes(types())
            .minSalience(random.nextInt(4) == 0 ? random.nextInt(8) / 8.0 : 0)
            .limit(limit())
            .includeRetracted(random.nextInt(3) == 0)
            .tags(random.nextInt(8) == 0 ? List.of(word()) : List.of());
    if (trust != null) {
      request.trust(trust);
    }
    if (random.nextInt(12) == 0) {
      request.threadId(key());
    }
    if (random.nextInt(6) == 0) {
      request.episode(key());
    }
    if (random.nextInt(6) == 0) {
      request.context(trialPlan.openly().conditions());
    }
    if (random.nextInt(8) == 0) {
      request.now(trialPlan.now().plusSeconds(random.nextInt(400_000) - 200_000));
    }
    if (random.nextInt(4) == 0 && asksPast) {
      request.asOf(past());
    }
    request.matchingOnly(random.nextInt(6) == 0);
    if (random.nextInt(6) == 0) {
      request.view(Chance.oneOf(random, AnswerView.values())).maxTokens(random.nextInt(400));
    }
    if (random.nextInt(3) == 0 && asksPast) {
      request.receipt(true);
      trialPlan.expectReceipt();
    }
    RetrieveRequest whole = request.explain(random.nextInt(4) > 0).build();
    return world -> world.membrane().as(viewer.caller()).retrieval().retrieve(whole);
  }

  /** All that a receipt tells but the question, which whoever asked has made. */
  WorldAction replay(String receipt) {
    return world -> {
      ReplayAnswer replay = world.membrane().as(viewer.caller()).retrieval().replay(receipt);
      return List.of(
          replay.at(),
          replay.principal(),
          replay.records(),
          replay.withheld(),
          String.valueOf(replay.selection()),
          replay.refusal());
    };
  }

  /** A listing from its first page to its last, or as many as show whether pages depend on it. */
  WorldAction records() {
    ListRecordsRequest.Builder request =
        ListRecordsRequest.builder()
            .memoryTypes(types())
            .includeRetracted(random.nextInt(3) == 0)
            .tags(random.nextInt(8) == 0 ? List.of(word()) : List.of());
    PageRequest sized = PageRequest.FIRST.ofSize(limit());
    TrustContext trust = viewer.trust(random, false);
    PageRequest first = trust == null ? sized : sized.under(trust);
    if (random.nextInt(12) == 0) {
      request.threadId(key());
    }
    if (random.nextInt(4) == 0 && asksPast) {
      request.asOf(past());
    }
    if (random.nextInt(6) == 0) {
      request.createdFrom(trialPlan.now().minusSeconds(random.nextInt(400_000)));
    }
    if (random.nextInt(6) == 0) {
      request.updatedUntil(trialPlan.now().minusSeconds(random.nextInt(400_000)));
    }
    return world -> {
      List<Page<RecordView>> pages = new ArrayList<>();
      String cursor = "";
      do {
        ListRecordsRequest next = request.page(first.after(cursor)).build();
        Page<RecordView> page = world.membrane().as(viewer.caller()).listing().records(next);
        pages.add(page);
        cursor = page.nextCursor();
      } while (!cursor.isEmpty());
      return pages;
    };
  }

  /** An instant at which other records were there, or other versions of them. */
  private Instant past() {
    return trialPlan.now().minusSeconds(random.nextInt(400_000));
  }

  /** All relations of a record, a few on a page. */
  WorldAction relations(String id) {
    PageRequest first = firstPage();
    return world -> {
      List<Page<Listing.Edge>> pages = new ArrayList<>();
      String cursor = "";
      do {
        Page<Listing.Edge> page =
            world.membrane().as(viewer.caller()).listing().relations(id, first.after(cursor));
        pages.add(page);
        cursor = page.nextCursor();
      } while (!cursor.isEmpty());
      return pages;
    };
  }

  /** All episodes, a few on a page. */
  WorldAction episodes() {
    PageRequest first = firstPage();
    return world -> {
      List<Page<Listing.EpisodeSummary>> pages = new ArrayList<>();
      String cursor = "";
      do {
        Page<Listing.EpisodeSummary> page =
            world.membrane().as(viewer.caller()).listing().episodes(null, first.after(cursor));
        pages.add(page);
        cursor = page.nextCursor();
      } while (!cursor.isEmpty());
      return pages;
    };
  }

  /** All events of an episode, a few on a page. */
  WorldAction episode(String key, @Nullable String scope) {
    PageRequest first = firstPage();
    RetrieveEpisodeRequest all =
        RetrieveEpisodeRequest.builder()
            .episode(key)
            .scope(scope)
            .newestFirst(random.nextBoolean())
            .build();
    return world -> {
      List<RetrieveEpisodeAnswer> pages = new ArrayList<>();
      String cursor = "";
      do {
        RetrieveEpisodeAnswer page =
            world.membrane().as(viewer.caller()).retrieval().episode(all.on(first.after(cursor)));
        pages.add(page);
        cursor = page.nextCursor();
      } while (!cursor.isEmpty());
      return pages;
    };
  }

  /** All skills, a few on a page, and each of them by its name. */
  WorldAction skills() {
    PageRequest first = firstPage();
    boolean includeStopped = random.nextBoolean();
    return world -> {
      Listing listing = world.membrane().as(viewer.caller()).listing();
      List<Page<Listing.AgentSkill>> pages = new ArrayList<>();
      String cursor = "";
      do {
        ListSkillsRequest.Builder all = ListSkillsRequest.builder().includeStopped(includeStopped);
        Page<Listing.AgentSkill> page = listing.skills(all.page(first.after(cursor)).build());
        pages.add(page);
        all.page(first);
        for (Listing.AgentSkill skill : page.items()) {
          pages.add(listing.skills(all.name(skill.name()).build()));
        }
        all.name("");
        for (Listing.AgentSkill skill : page.items()) {
          pages.add(listing.skills(all.recordId(skill.recordId()).build()));
        }
        cursor = page.nextCursor();
      } while (!cursor.isEmpty());
      return pages;
    };
  }

  /** All scopes, a few on a page. */
  WorldAction scopes() {
    PageRequest first = firstPage();
    return world -> {
      List<Page<ScopeCount>> pages = new ArrayList<>();
      String cursor = "";
      do {
        Page<ScopeCount> page =
            world.membrane().as(viewer.caller()).listing().scopes(first.after(cursor));
        pages.add(page);
        cursor = page.nextCursor();
      } while (!cursor.isEmpty());
      return pages;
    };
  }

  private PageRequest firstPage() {
    TrustContext trust = viewer.trust(random, false);
    PageRequest page = PageRequest.FIRST.ofSize(1 + random.nextInt(4));
    return trust == null ? page : page.under(trust);
  }

  private @Nullable TrustContext trust() {
    return random.nextInt(30) == 0 ? null : viewer.trust(random, true);
  }

  private String descriptor() {
    List<String> words =
        Stream.generate(this::word).limit(1 + random.nextInt(4)).collect(Collectors.toList());
    descriptors++;
    if (words.stream().anyMatch(ContentWords.SECRET::contains)) {
      secretDescriptors++;
    }
    return cue() + String.join(" ", words) + speaker(words) + date();
  }

  private String cue() {
    return random.nextInt(3) == 0 ? Chance.oneOf(random, ContentWords.CUES) + " " : "";
  }

  /** Sometimes somebody of whom only hidden records are. */
  private String speaker(List<String> words) {
    if (random.nextBoolean() || words.stream().anyMatch(ContentWords.SPEAKERS::contains)) {
      return "";
    }
    boolean isSecret = random.nextInt(3) == 0;
    return " " + trialPlan.openly().speaker() + (isSecret ? " petra" : "");
  }

  private String date() {
    return random.nextInt(3) == 0 ? " " + Chance.oneOf(random, ContentWords.DATES) : "";
  }

  private String word() {
    List<String> planted = trialPlan.planted();
    return planted.isEmpty() || random.nextInt(10) < 7
        ? trialPlan.openly().word()
        : Chance.oneOf(random, planted);
  }

  private String key() {
    return Chance.oneOf(random, ContentWords.KEYS);
  }

  private int limit() {
    if (random.nextInt(5) == 0) {
      return 0;
    }
    return 1 + random.nextInt(random.nextBoolean() ? 5 : 50);
  }

  private Set<MemoryType> types() {
    if (random.nextInt(3) > 0) {
      return Set.of();
    }
    List<MemoryType> types = new ArrayList<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      types.add(Chance.oneOf(random, MemoryType.values()));
    }
    return Set.copyOf(types);
  }
}
