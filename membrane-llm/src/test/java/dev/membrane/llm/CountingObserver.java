package dev.membrane.llm;

import dev.membrane.spi.Observer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** Remembers what it is told of models. */
final class CountingObserver implements Observer {

  final List<String> requests = new CopyOnWriteArrayList<>();
  final AtomicLong read = new AtomicLong();
  final AtomicLong written = new AtomicLong();

  @Override
  public void model(String task, WorkOutcome outcome, Duration took) {
    requests.add(task + " " + outcome);
  }

  @Override
  public void tokens(String task, long more, long moreWritten) {
    read.addAndGet(more);
    written.addAndGet(moreWritten);
  }
}
