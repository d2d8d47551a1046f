-- The schema of the embedded store. Times are ISO 8601 in UTC with milliseconds, ids are UUIDs of version 7, and lists and
-- objects are JSON. The checks of times refuse a 45th day. Later migrations only add (docs/stores.md). No CHECK lists the
-- values of a column, such as the kinds of deliveries: SQLite cannot widen a CHECK without recreating its table. contract/
-- has these lists.

-- The leads, as specified. No CHECK here names a greatest length: the program checks lengths (docs/decisions/store.md).
-- The services are the site's content, so any service is accepted.
CREATE TABLE lead_submissions (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  created_at TEXT NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  name TEXT NOT NULL CHECK (name <> ''),
  email TEXT NOT NULL CHECK (email <> '' AND email = lower(email)),
  company_name TEXT NOT NULL CHECK (company_name <> ''),
  selected_service TEXT NOT NULL CHECK (selected_service <> ''),
  problems TEXT NOT NULL CHECK (problems <> ''),
  additional_info TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE INDEX lead_submissions_created_at ON lead_submissions (created_at);
-- Finds the leads of a person who wants to be erased.
CREATE INDEX lead_submissions_email ON lead_submissions (email);

-- What the site knows about a lead beside what the visitor wrote. Every lead has one row.
CREATE TABLE lead_contexts (
  lead_id TEXT NOT NULL PRIMARY KEY REFERENCES lead_submissions (id) ON DELETE CASCADE,
  -- How the lead came: by the REST API, the form without a script, or a test.
  source TEXT NOT NULL CHECK (source <> ''),
  -- When the promised 24 hours end. A suspected lead and spam count as answered.
  due_at TEXT NOT NULL CHECK (due_at IS strftime('%Y-%m-%dT%H:%M:%fZ', due_at)),
  answered_at TEXT CHECK (answered_at IS strftime('%Y-%m-%dT%H:%M:%fZ', answered_at)),
  -- Who did it in the inbox, by address; NULL for the command line and for links in mails.
  answered_by TEXT,
  -- `suspected` is the site's guess; every other outcome is the agency's word.
  outcome TEXT CHECK (outcome <> ''),
  outcome_at TEXT CHECK (outcome_at IS strftime('%Y-%m-%dT%H:%M:%fZ', outcome_at)),
  outcome_by TEXT,
  -- Why the lead was suspected: a list of spam signals (contract/outcome.ts).
  suspicion TEXT CHECK (suspicion IS NULL OR json_valid(suspicion)),
  -- Where the visitor came from, and the version of the consent note (contract/lead-visit.ts).
  visit TEXT CHECK (visit IS NULL OR json_valid(visit)),
  -- The time that the visitor asked for and did not get, the visitor's zone, and the number to call; NULL without a wish.
  wished_at TEXT CHECK (wished_at IS strftime('%Y-%m-%dT%H:%M:%fZ', wished_at)),
  wished_zone TEXT,
  wished_phone TEXT,
  wished_typed TEXT,
  -- Who of the team has taken the lead, by address, and the day to get back to it, as 2027-03-01.
  owner TEXT,
  follow_up_on TEXT CHECK (follow_up_on IS date(follow_up_on)),
  -- Copies of the time, the visit's source and campaign, and whether there is a call, for the indexes, so a
  -- count reads no other table. A test has no source.
  came_at TEXT CHECK (came_at IS strftime('%Y-%m-%dT%H:%M:%fZ', came_at)),
  came_from TEXT,
  campaign TEXT NOT NULL DEFAULT '',
  has_call INTEGER NOT NULL DEFAULT 0 CHECK (has_call IN (0, 1)),
  -- The number of changes in lead_history: a page that shows a lower one is out of date.
  version INTEGER NOT NULL DEFAULT 0 CHECK (version >= 0)
) STRICT, WITHOUT ROWID;

-- One index for each list of the inbox, with all columns that its counts read.
CREATE INDEX lead_contexts_open
  ON lead_contexts (due_at, lead_id, source, answered_at, came_at, came_from, campaign, has_call)
  WHERE answered_at IS NULL;
CREATE INDEX lead_contexts_answered
  ON lead_contexts (answered_at DESC, lead_id, outcome, came_at, came_from, campaign, has_call)
  WHERE answered_at IS NOT NULL;
CREATE INDEX lead_contexts_outcome
  ON lead_contexts (outcome, outcome_at DESC, lead_id, came_at, came_from, campaign)
  WHERE outcome IS NOT NULL;
CREATE INDEX lead_contexts_test ON lead_contexts (lead_id) WHERE source = 'test';
CREATE INDEX lead_contexts_follow_up ON lead_contexts (follow_up_on) WHERE follow_up_on <> '';
CREATE INDEX lead_contexts_owner ON lead_contexts (owner) WHERE owner <> '';
CREATE INDEX lead_contexts_wished ON lead_contexts (wished_phone) WHERE wished_phone <> '';

-- What came of the leads of each source and campaign, by the day and the month in UTC in which they came: spam and suspected
-- leads do not count. Only the following triggers write it, and a row without leads goes, so that it outlives no person's
-- link. SQLite answers on the site's own thread, where counting the leads takes too long (docs/decisions/inbox.md).
CREATE TABLE source_totals (
  span TEXT NOT NULL CHECK (span IN ('day', 'month')),
  begins_on TEXT NOT NULL CHECK (begins_on IS date(begins_on)),
  source TEXT NOT NULL CHECK (source <> ''),
  campaign TEXT NOT NULL,
  leads INTEGER NOT NULL,
  calls INTEGER NOT NULL,
  won INTEGER NOT NULL,
  lost INTEGER NOT NULL,
  PRIMARY KEY (span, begins_on, source, campaign)
) STRICT, WITHOUT ROWID;

CREATE VIEW counted_leads AS
  SELECT lead_id, span, CASE span WHEN 'day' THEN substr(came_at, 1, 10) ELSE substr(came_at, 1, 7) || '-01' END AS begins_on,
    came_from AS source, campaign, 1 AS leads, has_call AS calls, outcome IS 'won' AS won, outcome IS 'lost' AS lost
  FROM lead_contexts CROSS JOIN (SELECT 'day' AS span UNION ALL SELECT 'month')
  WHERE came_from <> '' AND (outcome IS NULL OR outcome NOT IN ('suspected', 'spam'));

CREATE TRIGGER lead_added AFTER INSERT ON lead_contexts BEGIN
  INSERT INTO source_totals SELECT span, begins_on, source, campaign, leads, calls, won, lost
    FROM counted_leads WHERE lead_id = new.lead_id
    ON CONFLICT DO UPDATE SET leads = leads + excluded.leads, calls = calls + excluded.calls,
      won = won + excluded.won, lost = lost + excluded.lost;
END;

CREATE TRIGGER lead_before_change BEFORE UPDATE OF outcome, has_call ON lead_contexts BEGIN
  INSERT INTO source_totals SELECT span, begins_on, source, campaign, -leads, -calls, -won, -lost
    FROM counted_leads WHERE lead_id = old.lead_id
    ON CONFLICT DO UPDATE SET leads = leads + excluded.leads, calls = calls + excluded.calls,
      won = won + excluded.won, lost = lost + excluded.lost;
END;

CREATE TRIGGER lead_after_change AFTER UPDATE OF outcome, has_call ON lead_contexts BEGIN
  INSERT INTO source_totals SELECT span, begins_on, source, campaign, leads, calls, won, lost
    FROM counted_leads WHERE lead_id = new.lead_id
    ON CONFLICT DO UPDATE SET leads = leads + excluded.leads, calls = calls + excluded.calls,
      won = won + excluded.won, lost = lost + excluded.lost;
  DELETE FROM source_totals WHERE span IN ('day', 'month') AND source = old.came_from AND leads = 0
    AND begins_on IN (substr(old.came_at, 1, 10), substr(old.came_at, 1, 7) || '-01');
END;

CREATE TRIGGER lead_removed BEFORE DELETE ON lead_contexts BEGIN
  INSERT INTO source_totals SELECT span, begins_on, source, campaign, -leads, -calls, -won, -lost
    FROM counted_leads WHERE lead_id = old.lead_id
    ON CONFLICT DO UPDATE SET leads = leads + excluded.leads, calls = calls + excluded.calls,
      won = won + excluded.won, lost = lost + excluded.lost;
  DELETE FROM source_totals WHERE span IN ('day', 'month') AND source = old.came_from AND leads = 0
    AND begins_on IN (substr(old.came_at, 1, 10), substr(old.came_at, 1, 7) || '-01');
END;

CREATE TABLE lead_notes (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  lead_id TEXT NOT NULL REFERENCES lead_submissions (id) ON DELETE CASCADE,
  text TEXT NOT NULL CHECK (text <> ''),
  created_at TEXT NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  -- Who wrote it in the inbox, by address.
  author TEXT
) STRICT, WITHOUT ROWID;

CREATE INDEX lead_notes_lead_id ON lead_notes (lead_id);

-- Every change by the agency or the visitor (contract/history.ts), counted from 1 in each lead.
CREATE TABLE lead_history (
  lead_id TEXT NOT NULL REFERENCES lead_submissions (id) ON DELETE CASCADE,
  number INTEGER NOT NULL CHECK (number > 0),
  kind TEXT NOT NULL CHECK (kind <> ''),
  changed_at TEXT NOT NULL CHECK (changed_at IS strftime('%Y-%m-%dT%H:%M:%fZ', changed_at)),
  -- Who did it in the inbox, by address, or `visitor`; NULL for the command line and for links in mails.
  author TEXT,
  -- The time of a booked or moved call.
  starts_at TEXT CHECK (starts_at IS strftime('%Y-%m-%dT%H:%M:%fZ', starts_at)),
  -- Why the visitor canceled the call.
  reason TEXT,
  PRIMARY KEY (lead_id, number)
) STRICT, WITHOUT ROWID;

-- The text that a search reads. The site writes it, since SQLite folds the case of ASCII letters only.
CREATE TABLE lead_texts (
  number INTEGER NOT NULL PRIMARY KEY,
  lead_id TEXT NOT NULL UNIQUE REFERENCES lead_submissions (id) ON DELETE CASCADE,
  text TEXT NOT NULL
) STRICT;

-- Finds candidates by three letters; the search then compares the texts themselves.
CREATE VIRTUAL TABLE lead_search USING fts5 (
  text, content = 'lead_texts', content_rowid = 'number', detail = none, columnsize = 0,
  tokenize = 'trigram case_sensitive 1'
);

CREATE TRIGGER lead_text_added AFTER INSERT ON lead_texts BEGIN
  INSERT INTO lead_search (rowid, text) VALUES (new.number, new.text);
END;

CREATE TRIGGER lead_text_removed AFTER DELETE ON lead_texts BEGIN
  INSERT INTO lead_search (lead_search, rowid, text) VALUES ('delete', old.number, old.text);
END;

-- A deleted text leaves no letters in the index.
INSERT INTO lead_search (lead_search, rank) VALUES ('secure-delete', 1);

-- The leads that a request with an Idempotency-Key stored: a row for each lead of a batch.
CREATE TABLE idempotency_keys (
  key TEXT NOT NULL,
  position INTEGER NOT NULL,
  fingerprint TEXT NOT NULL,
  lead_id TEXT NOT NULL REFERENCES lead_submissions (id) ON DELETE CASCADE,
  used_at TEXT NOT NULL,
  PRIMARY KEY (key, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX idempotency_keys_used_at ON idempotency_keys (used_at);
CREATE INDEX idempotency_keys_lead_id ON idempotency_keys (lead_id);

-- The calls that visitors booked (contract/booking.ts).
CREATE TABLE bookings (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  lead_id TEXT NOT NULL REFERENCES lead_submissions (id) ON DELETE CASCADE,
  starts_at TEXT NOT NULL CHECK (starts_at IS strftime('%Y-%m-%dT%H:%M:%fZ', starts_at)),
  ends_at TEXT NOT NULL CHECK (ends_at IS strftime('%Y-%m-%dT%H:%M:%fZ', ends_at)),
  -- When the gap after the call ends.
  blocked_until TEXT NOT NULL CHECK (blocked_until IS strftime('%Y-%m-%dT%H:%M:%fZ', blocked_until)),
  state TEXT NOT NULL CHECK (state <> ''),
  -- Counts the changes of the booking, as calendars expect (RFC 5545, section 3.8.7.4).
  sequence INTEGER NOT NULL CHECK (sequence >= 0),
  zone TEXT NOT NULL CHECK (zone <> ''),
  -- In E.164, and as it was typed; NULL where that could not be read, and phone has it.
  phone TEXT NOT NULL,
  phone_typed TEXT,
  created_at TEXT NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  updated_at TEXT NOT NULL CHECK (updated_at IS strftime('%Y-%m-%dT%H:%M:%fZ', updated_at)),
  -- When the visitor pressed that they will be there; NULL again once the call is moved.
  coming_at TEXT CHECK (coming_at IS strftime('%Y-%m-%dT%H:%M:%fZ', coming_at)),
  CHECK (starts_at < ends_at AND ends_at <= blocked_until)
) STRICT;

CREATE INDEX bookings_lead_id ON bookings (lead_id);
CREATE INDEX bookings_ends_at ON bookings (ends_at);
CREATE INDEX bookings_created_at ON bookings (created_at);
CREATE INDEX bookings_blocked ON bookings (blocked_until, starts_at) WHERE state = 'booked';

-- No two booked calls overlap, the gap after each included, whichever program writes the row.
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
  starts_at TEXT NOT NULL CHECK (starts_at IS strftime('%Y-%m-%dT%H:%M:%fZ', starts_at)),
  ends_at TEXT NOT NULL CHECK (ends_at IS strftime('%Y-%m-%dT%H:%M:%fZ', ends_at)),
  CHECK (starts_at < ends_at)
) STRICT;

-- The busy times last read from each calendar of CALENDAR_URLS, without titles. The id is a digest of the address.
CREATE TABLE calendar_copies (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 64),
  tried_at TEXT NOT NULL CHECK (tried_at IS strftime('%Y-%m-%dT%H:%M:%fZ', tried_at)),
  read_at TEXT CHECK (read_at IS strftime('%Y-%m-%dT%H:%M:%fZ', read_at)),
  failing_since TEXT CHECK (failing_since IS strftime('%Y-%m-%dT%H:%M:%fZ', failing_since)),
  reason TEXT,
  busy TEXT NOT NULL CHECK (json_valid(busy)),
  -- Dates of events that were not read whole, as JSON, and since when they are these.
  skipped TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(skipped)),
  skipped_since TEXT CHECK (skipped_since IS strftime('%Y-%m-%dT%H:%M:%fZ', skipped_since))
) STRICT;

-- The outbox: every mail and webhook for a lead, and its result.
CREATE TABLE deliveries (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  lead_id TEXT NOT NULL REFERENCES lead_submissions (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind <> ''),
  -- The address of a webhook, or an address of NOTIFY_EMAIL; empty for others.
  target TEXT NOT NULL CHECK (target <> '' OR kind <> 'webhook'),
  state TEXT NOT NULL CHECK (state <> ''),
  attempts INTEGER NOT NULL CHECK (attempts >= 0),
  -- Since when it should be sent.
  due_at TEXT NOT NULL CHECK (due_at IS strftime('%Y-%m-%dT%H:%M:%fZ', due_at)),
  -- When a worker may claim it; while one has (lease_id), until when.
  next_at TEXT NOT NULL CHECK (next_at IS strftime('%Y-%m-%dT%H:%M:%fZ', next_at)),
  lease_id TEXT,
  sent_at TEXT CHECK (sent_at IS strftime('%Y-%m-%dT%H:%M:%fZ', sent_at)),
  last_error TEXT,
  -- What happened to the lead or its call, as it was then (contract/delivery.ts); NULL when the lead has just come.
  event TEXT CHECK (event IS NULL OR json_valid(event)),
  CHECK (sent_at IS NOT NULL OR state <> 'sent')
) STRICT, WITHOUT ROWID;

-- Each channel is claimed separately, so none delays another. All columns that health counts are inside.
CREATE INDEX deliveries_due_mail ON deliveries (next_at, due_at, last_error, kind, state)
  WHERE state = 'due' AND kind <> 'webhook';
CREATE INDEX deliveries_due_webhooks ON deliveries (next_at, due_at, last_error, kind, state)
  WHERE state = 'due' AND kind = 'webhook';
CREATE INDEX deliveries_dead ON deliveries (last_error, kind, lead_id, next_at, due_at, state) WHERE state = 'dead';
CREATE INDEX deliveries_lead_id ON deliveries (lead_id);
CREATE INDEX deliveries_by_time ON deliveries (due_at, id, state);

-- Mails to visitors that count toward the day's budget of a mailbox (contract/mailbox.ts).
CREATE TABLE mailbox_mails (
  delivery_id TEXT NOT NULL PRIMARY KEY REFERENCES deliveries (id) ON DELETE CASCADE,
  mailbox TEXT NOT NULL,
  counted_at TEXT NOT NULL CHECK (counted_at IS strftime('%Y-%m-%dT%H:%M:%fZ', counted_at))
) STRICT, WITHOUT ROWID;

CREATE INDEX mailbox_mails_mailbox ON mailbox_mails (mailbox, counted_at);

-- Webhooks that answered that they are gone (HTTP 410).
CREATE TABLE disabled_targets (
  target TEXT NOT NULL PRIMARY KEY,
  reason TEXT NOT NULL,
  disabled_at TEXT NOT NULL CHECK (disabled_at IS strftime('%Y-%m-%dT%H:%M:%fZ', disabled_at))
) STRICT, WITHOUT ROWID;

-- The sqlite3 program has foreign keys off, so a lead that is deleted by hand takes its rows along by triggers.
CREATE TRIGGER lead_deleted AFTER DELETE ON lead_submissions BEGIN
  DELETE FROM lead_contexts WHERE lead_id = old.id;
  DELETE FROM lead_notes WHERE lead_id = old.id;
  DELETE FROM lead_history WHERE lead_id = old.id;
  DELETE FROM lead_texts WHERE lead_id = old.id;
  DELETE FROM idempotency_keys WHERE lead_id = old.id;
  DELETE FROM bookings WHERE lead_id = old.id;
  DELETE FROM deliveries WHERE lead_id = old.id;
END;

CREATE TRIGGER delivery_deleted AFTER DELETE ON deliveries BEGIN
  DELETE FROM mailbox_mails WHERE delivery_id = old.id;
END;

-- What forms have shown (server/leads/form-texts.ts): consent notes by version, and services with their labels.
CREATE TABLE form_texts (
  kind TEXT NOT NULL CHECK (kind <> ''),
  name TEXT NOT NULL CHECK (name <> ''),
  text TEXT NOT NULL,
  PRIMARY KEY (kind, name)
) STRICT, WITHOUT ROWID;

-- Who is signed in to the inbox: a mailed link, and after it was opened once, the session (server/leads/sign-ins.ts).
CREATE TABLE sign_ins (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  -- Empty for a link of the command line.
  email TEXT NOT NULL,
  opened_at TEXT CHECK (opened_at IS strftime('%Y-%m-%dT%H:%M:%fZ', opened_at)),
  -- The end of the link; once it is opened, the end of the session.
  ends_at TEXT NOT NULL CHECK (ends_at IS strftime('%Y-%m-%dT%H:%M:%fZ', ends_at))
) STRICT, WITHOUT ROWID;

-- Who may open the inbox besides NOTIFY_EMAIL, in lower case (server/leads/team.ts).
CREATE TABLE team_members (
  email TEXT NOT NULL PRIMARY KEY CHECK (email <> '' AND email = lower(email)),
  -- Who invited them in the inbox, by address; NULL with a link of the command line.
  invited_by TEXT,
  invited_at TEXT NOT NULL CHECK (invited_at IS strftime('%Y-%m-%dT%H:%M:%fZ', invited_at)),
  -- Which mails to the team they get: all, those about their own leads (`mine`), or none.
  mails TEXT NOT NULL DEFAULT 'all' CHECK (mails <> '')
) STRICT, WITHOUT ROWID;

-- Up to which time the agency was told of each matter (server/deliveries/notices.ts), and which process is doing so now.
CREATE TABLE notices (
  name TEXT NOT NULL PRIMARY KEY,
  sent_at TEXT NOT NULL CHECK (sent_at IS strftime('%Y-%m-%dT%H:%M:%fZ', sent_at)),
  lease_id TEXT,
  leased_until TEXT NOT NULL CHECK (leased_until IS strftime('%Y-%m-%dT%H:%M:%fZ', leased_until))
) STRICT, WITHOUT ROWID;

INSERT INTO notices SELECT value, '1970-01-01T00:00:00.000Z', NULL, '1970-01-01T00:00:00.000Z'
  FROM json_each('["failing-mail", "morning", "reminder", "storm", "week", "calendars", "events"]');

-- Each of the following tables has one row.

-- How many more leads RETENTION_DAYS may delete on the day that began then, and how many are due on the next days.
CREATE TABLE retention (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  day_began_at TEXT CHECK (day_began_at IS strftime('%Y-%m-%dT%H:%M:%fZ', day_began_at)),
  left_that_day INTEGER NOT NULL,
  waiting INTEGER NOT NULL
) STRICT;

INSERT INTO retention (id, left_that_day, waiting) VALUES (1, 0, 0);

-- Rewritten to test whether the store accepts writes.
CREATE TABLE write_probe (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  writes INTEGER NOT NULL
) STRICT;

INSERT INTO write_probe (id, writes) VALUES (1, 0);
