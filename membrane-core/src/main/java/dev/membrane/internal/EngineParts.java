package dev.membrane.internal;

import dev.membrane.internal.audit.AuditChain;
import dev.membrane.internal.change.RecordChanges;
import dev.membrane.internal.history.RecordingStore;
import dev.membrane.internal.text.RecordText;
import dev.membrane.internal.text.TextAnalyzer;
import dev.membrane.internal.work.JobLog;
import dev.membrane.internal.work.StoreLocks;
import dev.membrane.spi.Observer;
import dev.membrane.spi.Stage;
import dev.membrane.spi.store.MemoryStore;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;

/**
 * What the services of an engine share.
 *
 * @param store records former states, and is observed and traced
 * @param records changes records of it
 * @param runs the last runs of the jobs
 */
record EngineParts(
    MemoryStore store,
    EngineConfig config,
    InstantSource clock,
    Supplier<String> ids,
    Observer observer,
    List<Stage<?>> stages,
    TextAnalyzer analyzer,
    RecordChanges records,
    StoreLocks locks,
    JobLog runs) {

  static EngineParts over(MemoryStore opened, EngineSettings settings) {
    InstantSource clock = settings.clock();
    Observer observer = settings.observer();
    MemoryStore store =
        ObservedStore.of(
            RecordingStore.of(opened, settings.config().history(), clock),
            observer,
            settings.tracer());
    TextAnalyzer analyzer = new TextAnalyzer();
    return new EngineParts(
        store,
        settings.config(),
        clock,
        settings.ids(),
        observer,
        settings.stages().stream()
            .<Stage<?>>map(stage -> new SupervisedStage<>(stage, observer))
            .toList(),
        analyzer,
        changes(analyzer, settings),
        new StoreLocks(store, settings.ids().get()),
        new JobLog(clock));
  }

  private static RecordChanges changes(TextAnalyzer analyzer, EngineSettings settings) {
    RecordChanges changes =
        new RecordChanges(
            new RecordText(analyzer),
            new AuditChain(settings.nonces()),
            settings.config().retention());
    return settings.embedder() == null ? changes : changes.embedded();
  }
}
