package dev.membrane.internal;

import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.search.Terms;
import dev.membrane.spi.store.AuditTrail;
import dev.membrane.spi.store.AuditTrail.AuditHead;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.spi.store.StoreReader.Inspection;
import dev.membrane.spi.store.StoreReader.RecordHeader;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.spi.store.UnreadableRecordException;
import dev.membrane.store.memory.InMemoryStore;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/** A store in memory that keeps what was committed, and lets somebody else be faster once. */
public final class WatchedStore extends ForwardingStore {

  private final List<Changeset> commits = new CopyOnWriteArrayList<>();
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final Set<String> read = ConcurrentHashMap.newKeySet();
  private volatile UnaryOperator<AuditTrail> forgery = trail -> trail;
  private volatile String damaged = "";

  /** An empty store. */
  public WatchedStore() {
    super(new InMemoryStore());
  }

  private volatile Runnable rival = () -> {};

  /** Every changeset that was committed; as a commit is the only write, all that ever changed. */
  public List<Changeset> commits() {
    return commits;
  }

  public Changeset lastCommit() {
    return commits.get(commits.size() - 1);
  }

  /** What was asked of ids since the last time: the question, and how many ids were in it. */
  public List<String> asked() {
    List<String> all = List.copyOf(asked);
    asked.clear();
    return all;
  }

  /** The ids of the records that were to be read since the last time. */
  public Set<String> read() {
    Set<String> all = Set.copyOf(read);
    read.clear();
    return all;
  }

  /** Runs something right before the next commit, between its reads and its writes. */
  public void beforeNextCommit(Runnable faster) {
    rival = faster;
  }

  /** Lets a record be read no more. */
  public void damage(String id) {
    damaged = id;
  }

  /** Shows the trails of a scan as somebody left them who wrote past the engine. */
  public void forge(UnaryOperator<AuditTrail> forger) {
    forgery = forger;
  }

  @Override
  public void commit(Changeset changeset) {
    Runnable faster = rival;
    rival = () -> {};
    faster.run();
    super.commit(changeset);
    commits.add(changeset);
  }

  @Override
  public List<StoredRecord> get(Collection<String> ids) {
    asked.add("get " + ids.size());
    read.addAll(ids);
    if (ids.contains(damaged)) {
      throw new UnreadableRecordException(damaged, new IllegalStateException("no JSON"));
    }
    return super.get(ids);
  }

  @Override
  public List<StoredRecord> get(Collection<String> ids, long heaviest) {
    return get(ids);
  }

  @Override
  public List<RecordHeader> headers(Collection<String> ids, Instant at) {
    asked.add("headers " + ids.size());
    return super.headers(ids, at);
  }

  @Override
  public Optional<AuditTrail> auditLog(String id) {
    asked.add("auditLog");
    read.add(id);
    return super.auditLog(id);
  }

  @Override
  public List<AuditTrail> auditLogs(String after, int limit) {
    return super.auditLogs(after, limit).stream().map(forgery).toList();
  }

  @Override
  public void inspect(Inspection inspection) {
    super.inspect(new Forging(inspection));
  }

  /** Passes on what is shown, as it was left. */
  private final class Forging implements Inspection {

    private final Inspection inspection;

    Forging(Inspection inspection) {
      this.inspection = inspection;
    }

    @Override
    public Terms termsOf(MemoryRecord record) {
      return inspection.termsOf(record);
    }

    @Override
    public void head(String scope, AuditHead head) {
      inspection.head(scope, head);
    }

    @Override
    public void trail(AuditTrail trail) {
      AuditTrail forged = forgery.apply(trail);
      if (forged != null) {
        inspection.trail(forged);
      }
    }

    @Override
    public void fault(String id, String reason) {
      inspection.fault(id, reason);
    }
  }
}
