-- One row (server/storage/retention.ts): up to which time RETENTION_DAYS has deleted leads, up to which time it would and
-- waits for a person's yes, and up to which time it has that.
CREATE TABLE nightshift.retention (
  id integer NOT NULL PRIMARY KEY CHECK (id = 1),
  deleted_before timestamptz(3),
  waiting_before timestamptz(3),
  allowed_before timestamptz(3)
);

INSERT INTO nightshift.retention (id) VALUES (1);

-- Addresses as they are asked for: an import of an earlier version took blanks around them.
UPDATE public.lead_submissions SET email = btrim(email, E' \t\n\r\u00a0')
WHERE email <> btrim(email, E' \t\n\r\u00a0') AND length(btrim(email, E' \t\n\r\u00a0')) >= 3;
