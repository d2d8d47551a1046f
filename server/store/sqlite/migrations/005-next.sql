-- When an answered lead is ours to do again, unless more happens, and when its earliest call ends of which nobody said
-- whether the visitor came (server/leads/lead-lists.ts).
ALTER TABLE lead_contexts ADD COLUMN next_at TEXT
  CHECK (next_at IS strftime('%Y-%m-%dT%H:%M:%fZ', next_at));
ALTER TABLE lead_contexts ADD COLUMN call_ends_at TEXT
  CHECK (call_ends_at IS strftime('%Y-%m-%dT%H:%M:%fZ', call_ends_at));

-- One word is no longer an outcome: a call says by itself whether it is booked.
UPDATE lead_contexts SET outcome = NULL, outcome_at = NULL, outcome_by = NULL WHERE outcome = 'booked';

UPDATE lead_contexts SET
  call_ends_at = (SELECT min(ends_at) FROM bookings WHERE lead_id = lead_contexts.lead_id AND state = 'booked'
    AND (outcome IS NULL OR outcome NOT IN ('won', 'lost') OR starts_at > outcome_at)),
  next_at = coalesce(
    (SELECT max(updated_at) FROM bookings WHERE lead_id = lead_contexts.lead_id AND state IN ('cancelled', 'missed')),
    strftime('%Y-%m-%dT%H:%M:%fZ', answered_at, '+7 days'))
  WHERE answered_at IS NOT NULL AND source <> 'test';

-- A day that had come before the lead was lost was hidden in every list.
UPDATE lead_contexts SET follow_up_on = NULL
  WHERE outcome = 'lost' AND follow_up_on <= substr(outcome_at, 1, 10);

CREATE INDEX lead_contexts_next ON lead_contexts (next_at, lead_id) WHERE next_at IS NOT NULL;
CREATE INDEX lead_contexts_call ON lead_contexts (call_ends_at, lead_id) WHERE call_ends_at IS NOT NULL;
