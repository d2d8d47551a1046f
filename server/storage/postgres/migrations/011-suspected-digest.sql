-- One row: when the team was last mailed how many leads are suspected, and who is doing so now (server/storage/suspected-digest.ts).
CREATE TABLE nightshift.suspected_digest (
  id integer NOT NULL PRIMARY KEY CHECK (id = 1),
  sent_at timestamptz(3) NOT NULL,
  lease_id uuid,
  leased_until timestamptz(3) NOT NULL
);

INSERT INTO nightshift.suspected_digest VALUES (1, '1970-01-01T00:00:00Z', NULL, '1970-01-01T00:00:00Z');
