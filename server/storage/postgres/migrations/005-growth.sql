-- Orders, counts and searches that cost about the same however many leads there are.

-- What a search looks through. The site writes it with the lead, since only it folds the case of every alphabet whatever
-- the database's language; a lead that came past the site, or was changed by hand, gets it at the next start.
CREATE TABLE nightshift.lead_texts (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lead_id uuid NOT NULL UNIQUE REFERENCES public.lead_submissions (id) ON DELETE CASCADE,
  text text COLLATE "C" NOT NULL
);

CREATE FUNCTION nightshift.forget_lead_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM nightshift.lead_texts WHERE lead_id = old.id;
  RETURN NULL;
END
$$;

CREATE TRIGGER lead_changed AFTER UPDATE ON public.lead_submissions
  FOR EACH ROW EXECUTE FUNCTION nightshift.forget_lead_text();

-- The extension comes with most servers, and whoever owns the database may make it. Without it texts are read through
-- from the newest on.
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

CREATE INDEX lead_contexts_answered ON nightshift.lead_contexts (answered_at DESC, lead_id)
  WHERE answered_at IS NOT NULL;
CREATE INDEX lead_contexts_test ON nightshift.lead_contexts (lead_id) WHERE source = 'test';

-- A person who wants to be forgotten is found at once.
CREATE INDEX lead_submissions_email ON public.lead_submissions (email);

-- With all that is counted, so that no row has to be looked up.
DROP INDEX nightshift.lead_contexts_open;
CREATE INDEX lead_contexts_open ON nightshift.lead_contexts (due_at, lead_id) INCLUDE (source, answered_at)
  WHERE answered_at IS NULL;
DROP INDEX nightshift.deliveries_due_mail;
DROP INDEX nightshift.deliveries_due_webhooks;
DROP INDEX nightshift.deliveries_dead;
CREATE INDEX deliveries_due_mail ON nightshift.deliveries (next_at) INCLUDE (due_at, last_error, kind, state)
  WHERE state = 'due' AND kind <> 'webhook';
CREATE INDEX deliveries_due_webhooks ON nightshift.deliveries (next_at) INCLUDE (due_at, last_error, kind, state)
  WHERE state = 'due' AND kind = 'webhook';
CREATE INDEX deliveries_dead ON nightshift.deliveries (due_at) INCLUDE (last_error, kind, lead_id, next_at, state)
  WHERE state = 'dead';
CREATE INDEX deliveries_by_time ON nightshift.deliveries (due_at, id) INCLUDE (state);
