-- A mail that was written to a file, since no mail server was set, was not sent: it can be sent once there is one.
CREATE TABLE new_deliveries (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  lead_id TEXT NOT NULL REFERENCES lead_submissions (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (
    kind IN ('confirmation', 'notification', 'reminder-12h', 'reminder-20h', 'alarm-24h', 'webhook')
  ),
  target TEXT NOT NULL CHECK ((target <> '') = (kind = 'webhook')),
  state TEXT NOT NULL CHECK (state IN ('due', 'sent', 'written', 'dead', 'cancelled', 'withheld')),
  attempts INTEGER NOT NULL CHECK (attempts >= 0),
  due_at TEXT NOT NULL CHECK (due_at GLOB '????-??-??T??:??:??.???Z'),
  next_at TEXT NOT NULL CHECK (next_at GLOB '????-??-??T??:??:??.???Z'),
  lease_id TEXT,
  sent_at TEXT CHECK (sent_at GLOB '????-??-??T??:??:??.???Z'),
  last_error TEXT,
  CHECK ((sent_at IS NOT NULL) = (state IN ('sent', 'written')))
) STRICT, WITHOUT ROWID;

INSERT INTO new_deliveries
  (id, lead_id, kind, target, state, attempts, due_at, next_at, lease_id, sent_at, last_error)
SELECT id, lead_id, kind, target, state, attempts, due_at, next_at, lease_id, sent_at, last_error FROM deliveries;

DROP TABLE deliveries;
ALTER TABLE new_deliveries RENAME TO deliveries;

CREATE INDEX deliveries_due_mail ON deliveries (next_at) WHERE state = 'due' AND kind <> 'webhook';
CREATE INDEX deliveries_due_webhooks ON deliveries (next_at) WHERE state = 'due' AND kind = 'webhook';
CREATE INDEX deliveries_dead ON deliveries (due_at) WHERE state = 'dead';
CREATE INDEX deliveries_written ON deliveries (lead_id) WHERE state = 'written';
CREATE INDEX deliveries_lead_id ON deliveries (lead_id);
