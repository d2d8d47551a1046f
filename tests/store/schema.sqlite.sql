CREATE TRIGGER bookings_overlap_insert BEFORE INSERT ON bookings WHEN new.state = 'booked' BEGIN
  SELECT RAISE(ABORT, 'bookings_overlap') WHERE EXISTS (
    SELECT 1 FROM bookings WHERE state = 'booked' AND blocked_until > new.starts_at AND starts_at < new.blocked_until
      AND id <> new.id
  );
END;

CREATE TRIGGER bookings_overlap_update BEFORE UPDATE ON bookings WHEN new.state = 'booked' BEGIN
  SELECT RAISE(ABORT, 'bookings_overlap') WHERE EXISTS (
    SELECT 1 FROM bookings WHERE state = 'booked' AND blocked_until > new.starts_at AND starts_at < new.blocked_until
      AND id <> old.id
  );
END;

CREATE TRIGGER lead_changed AFTER UPDATE ON lead_submissions BEGIN
  DELETE FROM lead_texts WHERE lead_id = old.id;
END;

CREATE TRIGGER lead_text_added AFTER INSERT ON lead_texts BEGIN
  INSERT INTO lead_search (rowid, text) VALUES (new.number, new.text);
END;

CREATE TRIGGER lead_text_removed AFTER DELETE ON lead_texts BEGIN
  INSERT INTO lead_search (lead_search, rowid, text) VALUES ('delete', old.number, old.text);
END;

CREATE TABLE bookings (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  lead_id TEXT NOT NULL REFERENCES lead_submissions (id) ON DELETE CASCADE,
  starts_at TEXT NOT NULL CHECK (starts_at GLOB '????-??-??T??:??:??.???Z'),
  ends_at TEXT NOT NULL CHECK (ends_at GLOB '????-??-??T??:??:??.???Z'),
  blocked_until TEXT NOT NULL CHECK (blocked_until GLOB '????-??-??T??:??:??.???Z'),
  state TEXT NOT NULL CHECK (state IN ('booked', 'cancelled', 'missed')),
  sequence INTEGER NOT NULL CHECK (sequence >= 0),
  zone TEXT NOT NULL CHECK (length(zone) BETWEEN 1 AND 64),
  phone TEXT NOT NULL CHECK (length(phone) <= 40),
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z'),
  updated_at TEXT NOT NULL CHECK (updated_at GLOB '????-??-??T??:??:??.???Z'),
  CHECK (starts_at < ends_at AND ends_at <= blocked_until)
) STRICT;

CREATE TABLE calendar_copies (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 64),
  tried_at TEXT NOT NULL CHECK (tried_at GLOB '????-??-??T??:??:??.???Z'),
  read_at TEXT CHECK (read_at GLOB '????-??-??T??:??:??.???Z'),
  failing_since TEXT CHECK (failing_since GLOB '????-??-??T??:??:??.???Z'),
  reason TEXT,
  event_date TEXT,
  notice_at TEXT CHECK (notice_at GLOB '????-??-??T??:??:??.???Z'),
  busy TEXT NOT NULL CHECK (json_valid(busy))
) STRICT;

CREATE TABLE clock (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  right_at TEXT CHECK (right_at GLOB '????-??-??T??:??:??.???Z'),
  lead_number INTEGER NOT NULL,
  doubted_since TEXT CHECK (doubted_since GLOB '????-??-??T??:??:??.???Z'),
  doubted_at TEXT CHECK (doubted_at GLOB '????-??-??T??:??:??.???Z')
) STRICT;

CREATE TABLE closed_times (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  starts_at TEXT NOT NULL CHECK (starts_at GLOB '????-??-??T??:??:??.???Z'),
  ends_at TEXT NOT NULL CHECK (ends_at GLOB '????-??-??T??:??:??.???Z'),
  CHECK (starts_at < ends_at)
) STRICT;

CREATE TABLE confirmed_addresses (
  email TEXT NOT NULL PRIMARY KEY,
  delivery_id TEXT NOT NULL REFERENCES deliveries (id) ON DELETE CASCADE,
  confirmed_at TEXT NOT NULL CHECK (confirmed_at GLOB '????-??-??T??:??:??.???Z')
) STRICT, WITHOUT ROWID;

CREATE TABLE "deliveries" (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  lead_id TEXT NOT NULL REFERENCES lead_submissions (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN (
    'confirmation', 'notification', 'reminder-12h', 'reminder-20h', 'alarm-24h', 'webhook',
    'invitation', 'booking', 'call-reminder-24h', 'call-reminder-1h'
  )),
  target TEXT NOT NULL CHECK ((target <> '') = (kind = 'webhook')),
  state TEXT NOT NULL CHECK (state IN ('due', 'sent', 'written', 'dead', 'cancelled', 'withheld')),
  attempts INTEGER NOT NULL CHECK (attempts >= 0),
  due_at TEXT NOT NULL CHECK (due_at GLOB '????-??-??T??:??:??.???Z'),
  next_at TEXT NOT NULL CHECK (next_at GLOB '????-??-??T??:??:??.???Z'),
  lease_id TEXT,
  sent_at TEXT CHECK (sent_at GLOB '????-??-??T??:??:??.???Z'),
  last_error TEXT,
  event TEXT CHECK (json_valid(event)),
  CHECK ((sent_at IS NOT NULL) = (state IN ('sent', 'written')))
) STRICT, WITHOUT ROWID;

CREATE TABLE disabled_targets (
  target TEXT NOT NULL PRIMARY KEY,
  reason TEXT NOT NULL,
  disabled_at TEXT NOT NULL CHECK (disabled_at GLOB '????-??-??T??:??:??.???Z')
) STRICT, WITHOUT ROWID;

CREATE TABLE funnel_totals (
  day TEXT NOT NULL CHECK (day GLOB '????-??-??'),
  source TEXT NOT NULL CHECK (length(source) BETWEEN 1 AND 40),
  visits INTEGER NOT NULL,
  begun INTEGER NOT NULL,
  sent INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  scheduler INTEGER NOT NULL,
  demo INTEGER NOT NULL,
  PRIMARY KEY (day, source)
) STRICT, WITHOUT ROWID;

CREATE TABLE idempotency_keys (
  key TEXT NOT NULL,
  position INTEGER NOT NULL,
  fingerprint TEXT NOT NULL,
  lead_id TEXT NOT NULL REFERENCES lead_submissions (id) ON DELETE CASCADE,
  used_at TEXT NOT NULL,
  PRIMARY KEY (key, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE lead_contexts (
  lead_id TEXT NOT NULL PRIMARY KEY REFERENCES lead_submissions (id) ON DELETE CASCADE,
  source TEXT NOT NULL CHECK (source IN ('wire', 'form', 'test')),
  due_at TEXT NOT NULL CHECK (due_at GLOB '????-??-??T??:??:??.???Z'),
  answered_at TEXT CHECK (answered_at GLOB '????-??-??T??:??:??.???Z')
, visit TEXT CHECK (json_valid(visit)), outcome TEXT
  CHECK (outcome IN ('suspected', 'spam', 'booked', 'won', 'lost')), outcome_at TEXT CHECK (outcome_at GLOB '????-??-??T??:??:??.???Z'), suspicion TEXT CHECK (json_valid(suspicion)), answered_by TEXT, outcome_by TEXT, service TEXT, came_at TEXT CHECK (came_at GLOB '????-??-??T??:??:??.???Z'), came_from TEXT) STRICT, WITHOUT ROWID;

CREATE TABLE lead_notes (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  lead_id TEXT NOT NULL REFERENCES lead_submissions (id) ON DELETE CASCADE,
  text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 4000),
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z')
, author TEXT) STRICT, WITHOUT ROWID;

CREATE VIRTUAL TABLE lead_search USING fts5 (
  text, content = 'lead_texts', content_rowid = 'number', detail = none, columnsize = 0,
  tokenize = 'trigram case_sensitive 1'
);

CREATE TABLE 'lead_search_config'(k PRIMARY KEY, v) WITHOUT ROWID;

CREATE TABLE 'lead_search_data'(id INTEGER PRIMARY KEY, block BLOB);

CREATE TABLE 'lead_search_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;

CREATE TABLE "lead_submissions" (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z'),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  email TEXT NOT NULL CHECK (length(email) BETWEEN 3 AND 254 AND email = lower(email)),
  company_name TEXT NOT NULL CHECK (length(company_name) BETWEEN 1 AND 200),
  selected_service TEXT NOT NULL CHECK (length(selected_service) BETWEEN 1 AND 64),
  problems TEXT NOT NULL CHECK (length(problems) BETWEEN 1 AND 10000),
  additional_info TEXT NOT NULL DEFAULT '' CHECK (length(additional_info) <= 10000)
) STRICT;

CREATE TABLE lead_texts (
  number INTEGER NOT NULL PRIMARY KEY,
  lead_id TEXT NOT NULL UNIQUE REFERENCES lead_submissions (id) ON DELETE CASCADE,
  text TEXT NOT NULL
) STRICT;

CREATE TABLE mail_failure_notice (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  told_at TEXT NOT NULL CHECK (told_at GLOB '????-??-??T??:??:??.???Z')
) STRICT;

CREATE TABLE retention (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  deleted_before TEXT CHECK (deleted_before GLOB '????-??-??T??:??:??.???Z'),
  waiting_before TEXT CHECK (waiting_before GLOB '????-??-??T??:??:??.???Z'),
  allowed_before TEXT CHECK (allowed_before GLOB '????-??-??T??:??:??.???Z')
) STRICT;

CREATE TABLE schema_migrations (
    number INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, applied_at TEXT NOT NULL
  ) STRICT;

CREATE TABLE sign_ins (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  email TEXT NOT NULL,
  opened_at TEXT CHECK (opened_at GLOB '????-??-??T??:??:??.???Z'),
  ends_at TEXT NOT NULL CHECK (ends_at GLOB '????-??-??T??:??:??.???Z')
) STRICT, WITHOUT ROWID;

CREATE TABLE suspected_digest (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  sent_at TEXT NOT NULL CHECK (sent_at GLOB '????-??-??T??:??:??.???Z'),
  lease_id TEXT,
  leased_until TEXT NOT NULL CHECK (leased_until GLOB '????-??-??T??:??:??.???Z')
) STRICT;

CREATE TABLE write_probe (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  writes INTEGER NOT NULL
) STRICT;

CREATE INDEX bookings_blocked ON bookings (blocked_until, starts_at) WHERE state = 'booked';

CREATE INDEX bookings_ends_at ON bookings (ends_at);

CREATE INDEX bookings_lead_id ON bookings (lead_id);

CREATE INDEX confirmed_addresses_delivery_id ON confirmed_addresses (delivery_id);

CREATE INDEX deliveries_by_time ON deliveries (due_at, id, state);

CREATE INDEX deliveries_dead ON deliveries (last_error, kind, lead_id, next_at, due_at, state) WHERE state = 'dead';

CREATE INDEX deliveries_due_mail ON deliveries (next_at, due_at, last_error, kind, state)
  WHERE state = 'due' AND kind <> 'webhook';

CREATE INDEX deliveries_due_webhooks ON deliveries (next_at, due_at, last_error, kind, state)
  WHERE state = 'due' AND kind = 'webhook';

CREATE INDEX deliveries_lead_id ON deliveries (lead_id);

CREATE INDEX deliveries_written ON deliveries (lead_id) WHERE state = 'written';

CREATE INDEX idempotency_keys_lead_id ON idempotency_keys (lead_id);

CREATE INDEX idempotency_keys_used_at ON idempotency_keys (used_at);

CREATE INDEX lead_contexts_answered ON lead_contexts (answered_at DESC, lead_id, outcome, service, came_at, came_from)
  WHERE answered_at IS NOT NULL;

CREATE INDEX lead_contexts_from ON lead_contexts (came_from) WHERE came_from <> '';

CREATE INDEX lead_contexts_open ON lead_contexts (due_at, lead_id, source, answered_at, service, came_at, came_from)
  WHERE answered_at IS NULL;

CREATE INDEX lead_contexts_outcome ON lead_contexts (outcome, outcome_at DESC, lead_id, service, came_at, came_from)
  WHERE outcome IS NOT NULL;

CREATE INDEX lead_contexts_test ON lead_contexts (lead_id) WHERE source = 'test';

CREATE INDEX lead_contexts_undescribed ON lead_contexts (lead_id) WHERE came_at IS NULL;

CREATE INDEX lead_notes_lead_id ON lead_notes (lead_id);

CREATE INDEX lead_submissions_created_at ON lead_submissions (created_at);

CREATE INDEX lead_submissions_email ON lead_submissions (email);
