package dev.membrane.benchmarks;

import java.sql.SQLException;

/** Figures that are measured together. */
enum Group {
  LOAD {
    @Override
    void measure(BenchmarkRun bench) {
      bench.loadAll();
    }
  },
  RETRIEVE {
    @Override
    void measure(BenchmarkRun bench) {
      new RetrieveFigures(bench).measure();
    }
  },
  HYBRID {
    @Override
    void measure(BenchmarkRun bench) {
      new HybridFigures(bench).measure();
    }
  },
  INGEST {
    @Override
    void measure(BenchmarkRun bench) {
      new IngestFigures(bench).measure();
    }
  },
  DISK {
    @Override
    void measure(BenchmarkRun bench) throws SQLException {
      new DiskFigures(bench).measure();
    }
  },
  JOBS {
    @Override
    void measure(BenchmarkRun bench) {
      new JobFigures(bench).measure();
    }
  },
  RATIOS {
    @Override
    void measure(BenchmarkRun bench) {
      new Ratios(bench).measure();
    }
  },
  SCOPES {
    @Override
    void measure(BenchmarkRun bench) throws SQLException {
      new ScopeFigures(bench).measure();
    }
  },
  IMPORT {
    @Override
    void measure(BenchmarkRun bench) throws SQLException {
      new ImportFigures(bench).measure();
    }
  },
  NODES {
    @Override
    void measure(BenchmarkRun bench) throws SQLException {
      new NodeFigures(bench).measure();
    }
  },
  START {
    @Override
    void measure(BenchmarkRun bench) {
      new StartFigures(bench).measure();
    }
  },
  FOOTPRINT {
    @Override
    void measure(BenchmarkRun bench) {
      new FootprintFigures(bench).measure();
    }
  },
  HISTORY {
    @Override
    void measure(BenchmarkRun bench) throws SQLException {
      new HistoryFigures(bench).measure();
    }
  },
  ENCRYPTION {
    @Override
    void measure(BenchmarkRun bench) throws SQLException {
      new EncryptionFigures(bench).measure();
    }
  },
  TRACING {
    @Override
    void measure(BenchmarkRun bench) throws SQLException {
      new TracingFigures(bench).measure();
    }
  };

  abstract void measure(BenchmarkRun bench) throws SQLException;
}
