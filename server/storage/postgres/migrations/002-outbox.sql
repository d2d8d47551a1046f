-- What is known of a lead beside what the visitor said. Every lead has one.
CREATE TABLE nightshift.lead_contexts (
  lead_id uuid NOT NULL PRIMARY KEY REFERENCES public.lead_submissions (id) ON DELETE CASCADE,
  source text COLLATE "C" NOT NULL CHECK (source IN ('wire', 'form', 'test')),
  due_at timestamptz(3) NOT NULL,
  answered_at timestamptz(3)
);

CREATE INDEX lead_contexts_open ON nightshift.lead_contexts (due_at) WHERE answered_at IS NULL;

-- Leads that were there before were promised an answer too. Nothing is sent for them.
INSERT INTO nightshift.lead_contexts (lead_id, source, due_at)
SELECT id, 'wire', created_at + interval '24 hours' FROM public.lead_submissions;

-- What is owed for a lead, and what became of it.
-- due_at: since when it is owed. next_at: when it may be claimed, and while somebody holds it (lease_id), until when.
CREATE TABLE nightshift.deliveries (
  id uuid NOT NULL PRIMARY KEY,
  lead_id uuid NOT NULL REFERENCES public.lead_submissions (id) ON DELETE CASCADE,
  kind text COLLATE "C" NOT NULL CHECK (
    kind IN ('confirmation', 'notification', 'reminder-12h', 'reminder-20h', 'alarm-24h', 'webhook')
  ),
  target text COLLATE "C" NOT NULL CHECK ((target <> '') = (kind = 'webhook')),
  state text COLLATE "C" NOT NULL CHECK (state IN ('due', 'sent', 'dead', 'cancelled', 'withheld')),
  attempts integer NOT NULL CHECK (attempts >= 0),
  due_at timestamptz(3) NOT NULL,
  next_at timestamptz(3) NOT NULL,
  lease_id uuid,
  sent_at timestamptz(3),
  last_error text COLLATE "C",
  CHECK ((sent_at IS NOT NULL) = (state = 'sent'))
);

-- Mail and webhooks wait apart, so that neither stands in the other's way.
CREATE INDEX deliveries_due_mail ON nightshift.deliveries (next_at) WHERE state = 'due' AND kind <> 'webhook';
CREATE INDEX deliveries_due_webhooks ON nightshift.deliveries (next_at) WHERE state = 'due' AND kind = 'webhook';
CREATE INDEX deliveries_dead ON nightshift.deliveries (due_at) WHERE state = 'dead';
CREATE INDEX deliveries_lead_id ON nightshift.deliveries (lead_id);

-- Which confirmation an address got last, or is getting: one a day.
CREATE TABLE nightshift.confirmed_addresses (
  email text COLLATE "C" NOT NULL PRIMARY KEY,
  delivery_id uuid NOT NULL REFERENCES nightshift.deliveries (id) ON DELETE CASCADE,
  confirmed_at timestamptz(3) NOT NULL
);

CREATE INDEX confirmed_addresses_delivery_id ON nightshift.confirmed_addresses (delivery_id);

-- Webhooks that said that they want nothing any more (HTTP 410).
CREATE TABLE nightshift.disabled_targets (
  target text COLLATE "C" NOT NULL PRIMARY KEY,
  reason text COLLATE "C" NOT NULL,
  disabled_at timestamptz(3) NOT NULL
);

CREATE TABLE nightshift.lead_notes (
  id uuid NOT NULL PRIMARY KEY,
  lead_id uuid NOT NULL REFERENCES public.lead_submissions (id) ON DELETE CASCADE,
  text text COLLATE "C" NOT NULL CHECK (length(text) BETWEEN 1 AND 4000),
  created_at timestamptz(3) NOT NULL
);

CREATE INDEX lead_notes_lead_id ON nightshift.lead_notes (lead_id);

-- One row: when the webhooks were last told that mail fails.
CREATE TABLE nightshift.mail_failure_notice (
  id integer NOT NULL PRIMARY KEY CHECK (id = 1),
  told_at timestamptz(3) NOT NULL
);

INSERT INTO nightshift.mail_failure_notice (id, told_at) VALUES (1, '1970-01-01T00:00:00Z');
