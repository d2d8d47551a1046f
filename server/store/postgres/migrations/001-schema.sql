-- The schema of the shared store: the tables of sqlite/migrations/001-schema.sql, where the columns are explained. Later
-- migrations only add (docs/stores.md). COLLATE "C": texts are compared, sorted and lowercased by their bytes, whatever
-- the database's language, as SQLite does.

-- Times have milliseconds, as the site shows them, and none is infinite.
CREATE DOMAIN nightshift.moment AS timestamptz(3) CHECK (isfinite(value));

CREATE TABLE public.lead_submissions (
  id uuid NOT NULL PRIMARY KEY,
  created_at nightshift.moment NOT NULL,
  name text COLLATE "C" NOT NULL CHECK (name <> ''),
  email text COLLATE "C" NOT NULL CHECK (email <> '' AND email = lower(email)),
  company_name text COLLATE "C" NOT NULL CHECK (company_name <> ''),
  selected_service text COLLATE "C" NOT NULL CHECK (selected_service <> ''),
  problems text COLLATE "C" NOT NULL CHECK (problems <> ''),
  additional_info text COLLATE "C" NOT NULL DEFAULT ''
);

CREATE INDEX lead_submissions_created_at ON public.lead_submissions (created_at);
CREATE INDEX lead_submissions_email ON public.lead_submissions (email);

CREATE TABLE nightshift.lead_contexts (
  lead_id uuid NOT NULL PRIMARY KEY REFERENCES public.lead_submissions (id) ON DELETE CASCADE,
  source text COLLATE "C" NOT NULL CHECK (source <> ''),
  due_at nightshift.moment NOT NULL,
  answered_at nightshift.moment,
  answered_by text COLLATE "C",
  outcome text COLLATE "C" CHECK (outcome <> ''),
  outcome_at nightshift.moment,
  outcome_by text COLLATE "C",
  suspicion text COLLATE "C" CHECK ((suspicion IS NULL) = (suspicion::json IS NULL)),
  visit text COLLATE "C" CHECK ((visit IS NULL) = (visit::json IS NULL)),
  wished_at nightshift.moment,
  wished_zone text COLLATE "C",
  wished_phone text COLLATE "C",
  wished_typed text COLLATE "C",
  owner text COLLATE "C",
  follow_up_on text COLLATE "C" CHECK (follow_up_on ~ '^\d{4}-\d\d-\d\d$'),
  came_at nightshift.moment,
  came_from text COLLATE "C",
  campaign text COLLATE "C" NOT NULL DEFAULT '',
  has_call integer NOT NULL DEFAULT 0 CHECK (has_call IN (0, 1)),
  version integer NOT NULL DEFAULT 0 CHECK (version >= 0)
);

CREATE INDEX lead_contexts_open ON nightshift.lead_contexts (due_at, lead_id)
  INCLUDE (source, answered_at, came_at, came_from, campaign, has_call) WHERE answered_at IS NULL;
CREATE INDEX lead_contexts_answered ON nightshift.lead_contexts (answered_at DESC, lead_id)
  INCLUDE (outcome, came_at, came_from, campaign, has_call) WHERE answered_at IS NOT NULL;
CREATE INDEX lead_contexts_outcome ON nightshift.lead_contexts (outcome, outcome_at DESC, lead_id)
  INCLUDE (came_at, came_from, campaign) WHERE outcome IS NOT NULL;
CREATE INDEX lead_contexts_test ON nightshift.lead_contexts (lead_id) WHERE source = 'test';
CREATE INDEX lead_contexts_follow_up ON nightshift.lead_contexts (follow_up_on) WHERE follow_up_on <> '';
CREATE INDEX lead_contexts_owner ON nightshift.lead_contexts (owner) WHERE owner <> '';
CREATE INDEX lead_contexts_wished ON nightshift.lead_contexts (wished_phone) WHERE wished_phone <> '';

CREATE TABLE nightshift.lead_notes (
  id uuid NOT NULL PRIMARY KEY,
  lead_id uuid NOT NULL REFERENCES public.lead_submissions (id) ON DELETE CASCADE,
  text text COLLATE "C" NOT NULL CHECK (text <> ''),
  created_at nightshift.moment NOT NULL,
  author text COLLATE "C"
);

CREATE INDEX lead_notes_lead_id ON nightshift.lead_notes (lead_id);

CREATE TABLE nightshift.lead_history (
  lead_id uuid NOT NULL REFERENCES public.lead_submissions (id) ON DELETE CASCADE,
  number integer NOT NULL CHECK (number > 0),
  kind text COLLATE "C" NOT NULL CHECK (kind <> ''),
  changed_at nightshift.moment NOT NULL,
  author text COLLATE "C",
  starts_at nightshift.moment,
  reason text COLLATE "C",
  PRIMARY KEY (lead_id, number)
);

CREATE TABLE nightshift.lead_texts (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lead_id uuid NOT NULL UNIQUE REFERENCES public.lead_submissions (id) ON DELETE CASCADE,
  text text COLLATE "C" NOT NULL
);

-- Most servers have the extension, and the database's owner may create it. Without it a search reads the texts from the
-- newest on.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA nightshift;
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR invalid_parameter_value THEN
  RAISE NOTICE 'pg_trgm cannot be made: %', SQLERRM;
END
$$;

DO $$
DECLARE
  home text;
BEGIN
  SELECT n.nspname INTO home FROM pg_extension AS e JOIN pg_namespace AS n ON n.oid = e.extnamespace
    WHERE e.extname = 'pg_trgm';
  IF home IS NOT NULL THEN
    EXECUTE format('CREATE INDEX lead_texts_search ON nightshift.lead_texts USING gin (text %I.gin_trgm_ops)', home);
  END IF;
END
$$;

CREATE TABLE nightshift.idempotency_keys (
  key text COLLATE "C" NOT NULL,
  position integer NOT NULL,
  fingerprint text COLLATE "C" NOT NULL,
  lead_id uuid NOT NULL REFERENCES public.lead_submissions (id) ON DELETE CASCADE,
  used_at nightshift.moment NOT NULL,
  PRIMARY KEY (key, position)
);

CREATE INDEX idempotency_keys_used_at ON nightshift.idempotency_keys (used_at);
CREATE INDEX idempotency_keys_lead_id ON nightshift.idempotency_keys (lead_id);

CREATE TABLE public.bookings (
  id uuid NOT NULL PRIMARY KEY,
  lead_id uuid NOT NULL REFERENCES public.lead_submissions (id) ON DELETE CASCADE,
  starts_at nightshift.moment NOT NULL,
  ends_at nightshift.moment NOT NULL,
  blocked_until nightshift.moment NOT NULL,
  state text COLLATE "C" NOT NULL CHECK (state <> ''),
  sequence integer NOT NULL CHECK (sequence >= 0),
  zone text COLLATE "C" NOT NULL CHECK (zone <> ''),
  -- In E.164, and as it was typed; NULL where that could not be read, and phone has it.
  phone text COLLATE "C" NOT NULL,
  phone_typed text COLLATE "C",
  created_at nightshift.moment NOT NULL,
  updated_at nightshift.moment NOT NULL,
  -- When the visitor pressed that they will be there; NULL again once the call is moved.
  coming_at nightshift.moment,
  CHECK (starts_at < ends_at AND ends_at <= blocked_until),
  -- No two booked calls overlap, the gap after each included.
  CONSTRAINT bookings_overlap EXCLUDE USING gist (tstzrange(starts_at, blocked_until) WITH &&) WHERE (state = 'booked')
);

CREATE INDEX bookings_lead_id ON public.bookings (lead_id);
CREATE INDEX bookings_ends_at ON public.bookings (ends_at);
CREATE INDEX bookings_created_at ON public.bookings (created_at);

CREATE TABLE nightshift.closed_times (
  id uuid NOT NULL PRIMARY KEY,
  starts_at nightshift.moment NOT NULL,
  ends_at nightshift.moment NOT NULL,
  CHECK (starts_at < ends_at)
);

CREATE TABLE nightshift.calendar_copies (
  id text NOT NULL PRIMARY KEY CHECK (length(id) = 64),
  tried_at nightshift.moment NOT NULL,
  read_at nightshift.moment,
  failing_since nightshift.moment,
  reason text,
  busy text NOT NULL CHECK (busy::json IS NOT NULL),
  skipped text NOT NULL DEFAULT '[]' CHECK (skipped::json IS NOT NULL),
  skipped_since nightshift.moment
);

CREATE TABLE nightshift.deliveries (
  id uuid NOT NULL PRIMARY KEY,
  lead_id uuid NOT NULL REFERENCES public.lead_submissions (id) ON DELETE CASCADE,
  kind text COLLATE "C" NOT NULL CHECK (kind <> ''),
  target text COLLATE "C" NOT NULL CHECK (target <> '' OR kind <> 'webhook'),
  state text COLLATE "C" NOT NULL CHECK (state <> ''),
  attempts integer NOT NULL CHECK (attempts >= 0),
  due_at nightshift.moment NOT NULL,
  next_at nightshift.moment NOT NULL,
  lease_id uuid,
  sent_at nightshift.moment,
  last_error text COLLATE "C",
  event text COLLATE "C" CHECK ((event IS NULL) = (event::json IS NULL)),
  CHECK (sent_at IS NOT NULL OR state <> 'sent')
);

CREATE INDEX deliveries_due_mail ON nightshift.deliveries (next_at) INCLUDE (due_at, last_error, kind, state)
  WHERE state = 'due' AND kind <> 'webhook';
CREATE INDEX deliveries_due_webhooks ON nightshift.deliveries (next_at) INCLUDE (due_at, last_error, kind, state)
  WHERE state = 'due' AND kind = 'webhook';
CREATE INDEX deliveries_dead ON nightshift.deliveries (last_error) INCLUDE (kind, lead_id, next_at, due_at, state)
  WHERE state = 'dead';
CREATE INDEX deliveries_lead_id ON nightshift.deliveries (lead_id);
CREATE INDEX deliveries_by_time ON nightshift.deliveries (due_at, id) INCLUDE (state);

CREATE TABLE nightshift.mailbox_mails (
  delivery_id uuid NOT NULL PRIMARY KEY REFERENCES nightshift.deliveries (id) ON DELETE CASCADE,
  mailbox text COLLATE "C" NOT NULL,
  counted_at nightshift.moment NOT NULL
);

CREATE INDEX mailbox_mails_mailbox ON nightshift.mailbox_mails (mailbox, counted_at);

CREATE TABLE nightshift.disabled_targets (
  target text COLLATE "C" NOT NULL PRIMARY KEY,
  reason text COLLATE "C" NOT NULL,
  disabled_at nightshift.moment NOT NULL
);

CREATE TABLE nightshift.form_texts (
  kind text COLLATE "C" NOT NULL CHECK (kind <> ''),
  name text COLLATE "C" NOT NULL CHECK (name <> ''),
  text text COLLATE "C" NOT NULL,
  PRIMARY KEY (kind, name)
);

CREATE TABLE nightshift.sign_ins (
  id uuid NOT NULL PRIMARY KEY,
  email text COLLATE "C" NOT NULL,
  opened_at nightshift.moment,
  ends_at nightshift.moment NOT NULL
);

CREATE TABLE nightshift.team_members (
  email text COLLATE "C" NOT NULL PRIMARY KEY CHECK (email <> '' AND email = lower(email)),
  invited_by text COLLATE "C",
  invited_at nightshift.moment NOT NULL,
  mails text COLLATE "C" NOT NULL DEFAULT 'all' CHECK (mails <> '')
);

CREATE TABLE nightshift.notices (
  name text COLLATE "C" NOT NULL PRIMARY KEY,
  sent_at nightshift.moment NOT NULL,
  lease_id uuid,
  leased_until nightshift.moment NOT NULL
);

INSERT INTO nightshift.notices SELECT name, 'epoch', NULL, 'epoch'
  FROM unnest(ARRAY['failing-mail', 'morning', 'reminder', 'storm', 'week', 'calendars', 'events']) AS name;

-- Each of the following tables has one row.

CREATE TABLE nightshift.retention (
  id integer NOT NULL PRIMARY KEY CHECK (id = 1),
  day_began_at nightshift.moment,
  left_that_day integer NOT NULL,
  waiting integer NOT NULL
);

INSERT INTO nightshift.retention (id, left_that_day, waiting) VALUES (1, 0, 0);

CREATE TABLE nightshift.write_probe (
  id integer NOT NULL PRIMARY KEY CHECK (id = 1),
  writes bigint NOT NULL
);

INSERT INTO nightshift.write_probe (id, writes) VALUES (1, 0);
