-- What became of a lead. `suspected` is the site's guess when it comes, all else the agency's word. The clock of a lead that
-- is suspected or spam stands still: answered_at is set, and what was to be sent for it is cancelled.
ALTER TABLE nightshift.lead_contexts
  ADD COLUMN outcome text COLLATE "C" CHECK (outcome IN ('suspected', 'spam', 'booked', 'won', 'lost')),
  ADD COLUMN outcome_at timestamptz(3),
  -- Why it was suspected, as JSON: a list of signs (contract/outcome.ts).
  ADD COLUMN suspicion text COLLATE "C" CHECK ((suspicion IS NULL) = (suspicion::json IS NULL));

CREATE INDEX lead_contexts_outcome ON nightshift.lead_contexts (outcome, outcome_at DESC, lead_id)
  WHERE outcome IS NOT NULL;
