-- One row (server/storage/retention.ts): up to which time RETENTION_DAYS has deleted leads, up to which time it would and
-- waits for a person's yes, and up to which time it has that.
CREATE TABLE retention (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  deleted_before TEXT CHECK (deleted_before GLOB '????-??-??T??:??:??.???Z'),
  waiting_before TEXT CHECK (waiting_before GLOB '????-??-??T??:??:??.???Z'),
  allowed_before TEXT CHECK (allowed_before GLOB '????-??-??T??:??:??.???Z')
) STRICT;

INSERT INTO retention (id) VALUES (1);

-- Addresses as they are asked for: an import of an earlier version took blanks around them.
UPDATE lead_submissions SET email = trim(email, char(32, 9, 10, 13, 160))
WHERE email <> trim(email, char(32, 9, 10, 13, 160)) AND length(trim(email, char(32, 9, 10, 13, 160))) >= 3;
