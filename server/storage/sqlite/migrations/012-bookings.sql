-- Calls that visitors booked (contract/booking.ts). No two of them overlap, the gap after each included: the triggers keep
-- that whatever writes to the table. blocked_until is where the gap ends, sequence counts the changes of a booking.
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

CREATE INDEX bookings_lead_id ON bookings (lead_id);
CREATE INDEX bookings_ends_at ON bookings (ends_at);
CREATE INDEX bookings_blocked ON bookings (blocked_until, starts_at) WHERE state = 'booked';

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

-- Times that the agency closed in the inbox.
CREATE TABLE closed_times (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  starts_at TEXT NOT NULL CHECK (starts_at GLOB '????-??-??T??:??:??.???Z'),
  ends_at TEXT NOT NULL CHECK (ends_at GLOB '????-??-??T??:??:??.???Z'),
  CHECK (starts_at < ends_at)
) STRICT;

-- What is sent for a call, with the call as it was then in the event, for mails, too. SQLite changes a check by making the
-- table anew.
CREATE TABLE new_deliveries (
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

INSERT INTO new_deliveries
  (id, lead_id, kind, target, state, attempts, due_at, next_at, lease_id, sent_at, last_error, event)
SELECT id, lead_id, kind, target, state, attempts, due_at, next_at, lease_id, sent_at, last_error, event FROM deliveries;

DROP TABLE deliveries;
ALTER TABLE new_deliveries RENAME TO deliveries;

CREATE INDEX deliveries_due_mail ON deliveries (next_at, due_at, last_error, kind, state)
  WHERE state = 'due' AND kind <> 'webhook';
CREATE INDEX deliveries_due_webhooks ON deliveries (next_at, due_at, last_error, kind, state)
  WHERE state = 'due' AND kind = 'webhook';
CREATE INDEX deliveries_dead ON deliveries (last_error, kind, lead_id, next_at, due_at, state) WHERE state = 'dead';
CREATE INDEX deliveries_written ON deliveries (lead_id) WHERE state = 'written';
CREATE INDEX deliveries_lead_id ON deliveries (lead_id);
CREATE INDEX deliveries_by_time ON deliveries (due_at, id, state);
