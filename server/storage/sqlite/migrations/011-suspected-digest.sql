-- One row: when the team was last mailed how many leads are suspected, and who is doing so now (server/storage/suspected-digest.ts).
CREATE TABLE suspected_digest (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  sent_at TEXT NOT NULL CHECK (sent_at GLOB '????-??-??T??:??:??.???Z'),
  lease_id TEXT,
  leased_until TEXT NOT NULL CHECK (leased_until GLOB '????-??-??T??:??:??.???Z')
) STRICT;

INSERT INTO suspected_digest VALUES (1, '1970-01-01T00:00:00.000Z', NULL, '1970-01-01T00:00:00.000Z');
