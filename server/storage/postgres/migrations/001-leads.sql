-- The leads, as specified, with an id (UUID version 7) and the time they came.
-- The checks repeat contract/lead.ts, so that no other writer can put in what the site would refuse.
-- COLLATE "C": texts are equal, sorted and lowercased by their bytes, whatever the database's own language,
-- as the embedded store does it. Times have milliseconds, as the site shows them.
CREATE TABLE public.lead_submissions (
  id uuid NOT NULL PRIMARY KEY,
  created_at timestamptz(3) NOT NULL,
  name text COLLATE "C" NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  email text COLLATE "C" NOT NULL CHECK (length(email) BETWEEN 3 AND 254 AND email = lower(email)),
  company_name text COLLATE "C" NOT NULL CHECK (length(company_name) BETWEEN 1 AND 200),
  selected_service text COLLATE "C" NOT NULL CHECK (
    selected_service IN (
      'ai-chatbot', 'crm-integration', 'automated-followups', 'appointment-scheduling', 'custom-ai-automation'
    )
  ),
  problems text COLLATE "C" NOT NULL CHECK (length(problems) BETWEEN 1 AND 10000),
  additional_info text COLLATE "C" NOT NULL DEFAULT '' CHECK (length(additional_info) <= 10000)
);

CREATE INDEX lead_submissions_created_at ON public.lead_submissions (created_at);

-- Which leads a request made that may be sent again. A batch has a row for each of its leads.
CREATE TABLE nightshift.idempotency_keys (
  key text COLLATE "C" NOT NULL,
  position integer NOT NULL,
  fingerprint text COLLATE "C" NOT NULL,
  lead_id uuid NOT NULL REFERENCES public.lead_submissions (id) ON DELETE CASCADE,
  used_at timestamptz(3) NOT NULL,
  PRIMARY KEY (key, position)
);

CREATE INDEX idempotency_keys_used_at ON nightshift.idempotency_keys (used_at);
CREATE INDEX idempotency_keys_lead_id ON nightshift.idempotency_keys (lead_id);

-- One row that is rewritten to see whether the store can write.
CREATE TABLE nightshift.write_probe (
  id integer NOT NULL PRIMARY KEY CHECK (id = 1),
  writes bigint NOT NULL
);

INSERT INTO nightshift.write_probe (id, writes) VALUES (1, 0);
