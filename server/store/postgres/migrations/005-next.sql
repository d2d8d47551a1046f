-- The SQLite store's 005 says what each column holds.
ALTER TABLE nightshift.lead_contexts ADD COLUMN next_at nightshift.moment;
ALTER TABLE nightshift.lead_contexts ADD COLUMN call_ends_at nightshift.moment;

UPDATE nightshift.lead_contexts SET outcome = NULL, outcome_at = NULL, outcome_by = NULL WHERE outcome = 'booked';

UPDATE nightshift.lead_contexts AS context SET
  call_ends_at = (SELECT min(ends_at) FROM public.bookings WHERE lead_id = context.lead_id AND state = 'booked'
    AND (outcome IS NULL OR outcome NOT IN ('won', 'lost') OR starts_at > outcome_at)),
  next_at = coalesce(
    (SELECT max(updated_at) FROM public.bookings WHERE lead_id = context.lead_id AND state IN ('cancelled', 'missed')),
    answered_at + interval '7 days')
  WHERE answered_at IS NOT NULL AND source <> 'test';

UPDATE nightshift.lead_contexts SET follow_up_on = NULL
  WHERE outcome = 'lost' AND follow_up_on <= to_char(outcome_at AT TIME ZONE 'UTC', 'YYYY-MM-DD');

CREATE INDEX lead_contexts_next ON nightshift.lead_contexts (next_at, lead_id) WHERE next_at IS NOT NULL;
CREATE INDEX lead_contexts_call ON nightshift.lead_contexts (call_ends_at, lead_id) WHERE call_ends_at IS NOT NULL;
