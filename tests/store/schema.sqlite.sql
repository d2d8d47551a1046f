CREATE TABLE idempotency_keys (
  key TEXT NOT NULL,
  position INTEGER NOT NULL,
  fingerprint TEXT NOT NULL,
  lead_id TEXT NOT NULL REFERENCES lead_submissions (id) ON DELETE CASCADE,
  used_at TEXT NOT NULL,
  PRIMARY KEY (key, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE lead_submissions (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z'),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  email TEXT NOT NULL CHECK (length(email) BETWEEN 3 AND 254 AND email = lower(email)),
  company_name TEXT NOT NULL CHECK (length(company_name) BETWEEN 1 AND 200),
  selected_service TEXT NOT NULL CHECK (
    selected_service IN (
      'ai-chatbot', 'crm-integration', 'automated-followups', 'appointment-scheduling', 'custom-ai-automation'
    )
  ),
  problems TEXT NOT NULL CHECK (length(problems) BETWEEN 1 AND 10000),
  additional_info TEXT NOT NULL DEFAULT '' CHECK (length(additional_info) <= 10000)
) STRICT;

CREATE TABLE schema_migrations (
       number INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, applied_at TEXT NOT NULL
     ) STRICT;

CREATE TABLE write_probe (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  writes INTEGER NOT NULL
) STRICT;

CREATE INDEX idempotency_keys_lead_id ON idempotency_keys (lead_id);

CREATE INDEX idempotency_keys_used_at ON idempotency_keys (used_at);

CREATE INDEX lead_submissions_created_at ON lead_submissions (created_at);
