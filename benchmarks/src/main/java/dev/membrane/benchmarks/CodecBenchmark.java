package dev.membrane.benchmarks;

import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.json.RecordCodec;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Records to JSON and back; every answer and every read from a store does one or the other. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class CodecBenchmark {

  private final RecordCodec codec = new RecordCodec();
  private final MemoryRecord record = AnsweredRecords.records(1).get(0);
  private final String json = codec.encode(record);
  private final List<MemoryRecord> page = AnsweredRecords.records(10);

  /** A record to JSON. */
  @Benchmark
  public byte[] encode() {
    return codec.encodeUtf8(record);
  }

  /** A record of JSON. */
  @Benchmark
  public MemoryRecord decode() {
    return codec.decode(json);
  }

  /** The ten records of an answer to JSON. */
  @Benchmark
  public int encodeTen() {
    int bytes = 0;
    for (MemoryRecord one : page) {
      bytes += codec.encodeUtf8(one).length;
    }
    return bytes;
  }
}
