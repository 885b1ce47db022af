package dev.membrane.benchmarks;

import java.sql.SQLException;

/** Figures that are measured together. */
enum Group {
  LOAD {
    @Override
    void measure(Bench bench) {
      bench.loadAll();
    }
  },
  RETRIEVE {
    @Override
    void measure(Bench bench) {
      new RetrieveFigures(bench).measure();
    }
  },
  HYBRID {
    @Override
    void measure(Bench bench) {
      new HybridFigures(bench).measure();
    }
  },
  INGEST {
    @Override
    void measure(Bench bench) {
      new IngestFigures(bench).measure();
    }
  },
  DISK {
    @Override
    void measure(Bench bench) throws SQLException {
      new DiskFigures(bench).measure();
    }
  },
  JOBS {
    @Override
    void measure(Bench bench) {
      new JobFigures(bench).measure();
    }
  },
  RATIOS {
    @Override
    void measure(Bench bench) {
      new Ratios(bench).measure();
    }
  },
  SCOPES {
    @Override
    void measure(Bench bench) throws SQLException {
      new ScopeFigures(bench).measure();
    }
  },
  IMPORT {
    @Override
    void measure(Bench bench) throws SQLException {
      new ImportFigures(bench).measure();
    }
  },
  NODES {
    @Override
    void measure(Bench bench) throws SQLException {
      new NodeFigures(bench).measure();
    }
  },
  START {
    @Override
    void measure(Bench bench) {
      new StartFigures(bench).measure();
    }
  },
  FOOTPRINT {
    @Override
    void measure(Bench bench) {
      new FootprintFigures(bench).measure();
    }
  },
  HISTORY {
    @Override
    void measure(Bench bench) throws SQLException {
      new HistoryFigures(bench).measure();
    }
  },
  ENCRYPTION {
    @Override
    void measure(Bench bench) throws SQLException {
      new EncryptionFigures(bench).measure();
    }
  };

  abstract void measure(Bench bench) throws SQLException;
}
