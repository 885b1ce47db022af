CREATE TABLE memory_records (id TEXT PRIMARY KEY, type TEXT NOT NULL, sensitivity TEXT NOT NULL,
  confidence REAL NOT NULL, salience REAL NOT NULL, scope TEXT, created_at TEXT NOT NULL, updated_at TEXT NOT NULL);
CREATE TABLE decay_profiles (record_id TEXT PRIMARY KEY, curve TEXT NOT NULL, half_life_seconds INTEGER,
  min_salience REAL, max_age_seconds INTEGER, reinforcement_gain REAL, last_reinforced_at TEXT NOT NULL,
  pinned INTEGER, deletion_policy TEXT);
CREATE TABLE payloads (record_id TEXT PRIMARY KEY, payload_json TEXT NOT NULL);
CREATE TABLE tags (record_id TEXT NOT NULL, tag TEXT NOT NULL, PRIMARY KEY (record_id, tag));
CREATE TABLE provenance_sources (id INTEGER PRIMARY KEY AUTOINCREMENT, record_id TEXT NOT NULL, kind TEXT,
  ref TEXT, hash TEXT, created_by TEXT, timestamp TEXT);
CREATE TABLE relations (id INTEGER PRIMARY KEY AUTOINCREMENT, source_id TEXT NOT NULL, predicate TEXT,
  target_id TEXT NOT NULL, weight REAL DEFAULT 1.0, created_at TEXT);
CREATE TABLE audit_log (id INTEGER PRIMARY KEY AUTOINCREMENT, record_id TEXT NOT NULL, action TEXT, actor TEXT,
  timestamp TEXT, rationale TEXT, previous_state_json TEXT);
CREATE TABLE competence_stats (record_id TEXT PRIMARY KEY, success_count INTEGER, failure_count INTEGER);
INSERT INTO memory_records VALUES ('16fd2706-8baf-433b-82eb-8c7fada847da', 'semantic', 'low', 0.9, 0.75, 'work',
  '2025-01-15T10:30:00Z', '2025-01-15T10:30:00Z');
INSERT INTO decay_profiles VALUES ('16fd2706-8baf-433b-82eb-8c7fada847da', 'exponential', 86400, 0.01, NULL, 0.2,
  '2025-01-15T10:30:00Z', 0, 'auto_prune');
INSERT INTO payloads VALUES ('16fd2706-8baf-433b-82eb-8c7fada847da', '{"kind": "semantic", "subject": "user",
  "predicate": "prefers", "object": "Go", "validity": {"mode": "global"}, "evidence": null}');
