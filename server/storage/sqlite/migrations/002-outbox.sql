-- What is known of a lead beside what the visitor said. Every lead has one.
CREATE TABLE lead_contexts (
  lead_id TEXT NOT NULL PRIMARY KEY REFERENCES lead_submissions (id) ON DELETE CASCADE,
  source TEXT NOT NULL CHECK (source IN ('wire', 'form', 'test')),
  due_at TEXT NOT NULL CHECK (due_at GLOB '????-??-??T??:??:??.???Z'),
  answered_at TEXT CHECK (answered_at GLOB '????-??-??T??:??:??.???Z')
) STRICT, WITHOUT ROWID;

CREATE INDEX lead_contexts_open ON lead_contexts (due_at) WHERE answered_at IS NULL;

-- Leads that were there before were promised an answer too. Nothing is sent for them.
INSERT INTO lead_contexts (lead_id, source, due_at)
SELECT id, 'wire', strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '+24 hours') FROM lead_submissions;

-- What is owed for a lead, and what became of it.
-- due_at: since when it is owed. next_at: when it may be claimed, and while somebody holds it (lease_id), until when.
CREATE TABLE deliveries (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  lead_id TEXT NOT NULL REFERENCES lead_submissions (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (
    kind IN ('confirmation', 'notification', 'reminder-12h', 'reminder-20h', 'alarm-24h', 'webhook')
  ),
  target TEXT NOT NULL CHECK ((target <> '') = (kind = 'webhook')),
  state TEXT NOT NULL CHECK (state IN ('due', 'sent', 'dead', 'cancelled', 'withheld')),
  attempts INTEGER NOT NULL CHECK (attempts >= 0),
  due_at TEXT NOT NULL CHECK (due_at GLOB '????-??-??T??:??:??.???Z'),
  next_at TEXT NOT NULL CHECK (next_at GLOB '????-??-??T??:??:??.???Z'),
  lease_id TEXT,
  sent_at TEXT CHECK (sent_at GLOB '????-??-??T??:??:??.???Z'),
  last_error TEXT,
  CHECK ((sent_at IS NOT NULL) = (state = 'sent'))
) STRICT, WITHOUT ROWID;

-- Mail and webhooks wait apart, so that neither stands in the other's way.
CREATE INDEX deliveries_due_mail ON deliveries (next_at) WHERE state = 'due' AND kind <> 'webhook';
CREATE INDEX deliveries_due_webhooks ON deliveries (next_at) WHERE state = 'due' AND kind = 'webhook';
CREATE INDEX deliveries_dead ON deliveries (due_at) WHERE state = 'dead';
CREATE INDEX deliveries_lead_id ON deliveries (lead_id);

-- Which confirmation an address got last, or is getting: one a day.
CREATE TABLE confirmed_addresses (
  email TEXT NOT NULL PRIMARY KEY,
  delivery_id TEXT NOT NULL REFERENCES deliveries (id) ON DELETE CASCADE,
  confirmed_at TEXT NOT NULL CHECK (confirmed_at GLOB '????-??-??T??:??:??.???Z')
) STRICT, WITHOUT ROWID;

CREATE INDEX confirmed_addresses_delivery_id ON confirmed_addresses (delivery_id);

-- Webhooks that said that they want nothing any more (HTTP 410).
CREATE TABLE disabled_targets (
  target TEXT NOT NULL PRIMARY KEY,
  reason TEXT NOT NULL,
  disabled_at TEXT NOT NULL CHECK (disabled_at GLOB '????-??-??T??:??:??.???Z')
) STRICT, WITHOUT ROWID;

CREATE TABLE lead_notes (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  lead_id TEXT NOT NULL REFERENCES lead_submissions (id) ON DELETE CASCADE,
  text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 4000),
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z')
) STRICT, WITHOUT ROWID;

CREATE INDEX lead_notes_lead_id ON lead_notes (lead_id);

-- One row: when the webhooks were last told that mail fails.
CREATE TABLE mail_failure_notice (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  told_at TEXT NOT NULL CHECK (told_at GLOB '????-??-??T??:??:??.???Z')
) STRICT;

INSERT INTO mail_failure_notice (id, told_at) VALUES (1, '1970-01-01T00:00:00.000Z');
