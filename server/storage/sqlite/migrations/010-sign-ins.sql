-- Who is signed in to the inbox (server/storage/sign-ins.ts): a link that was mailed, which opens it once, and then the sign-in
-- that came of it. email: empty for a link of the command line. ends_at: of the link until it is opened, of the sign-in from
-- then on.
CREATE TABLE sign_ins (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  email TEXT NOT NULL,
  opened_at TEXT CHECK (opened_at GLOB '????-??-??T??:??:??.???Z'),
  ends_at TEXT NOT NULL CHECK (ends_at GLOB '????-??-??T??:??:??.???Z')
) STRICT, WITHOUT ROWID;
