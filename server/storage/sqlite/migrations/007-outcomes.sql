-- What became of a lead. `suspected` is the site's guess when it comes, all else the agency's word. The clock of a lead that
-- is suspected or spam stands still: answered_at is set, and what was to be sent for it is cancelled.
ALTER TABLE lead_contexts ADD COLUMN outcome TEXT
  CHECK (outcome IN ('suspected', 'spam', 'booked', 'won', 'lost'));
ALTER TABLE lead_contexts ADD COLUMN outcome_at TEXT CHECK (outcome_at GLOB '????-??-??T??:??:??.???Z');
-- Why it was suspected, as JSON: a list of signs (contract/outcome.ts).
ALTER TABLE lead_contexts ADD COLUMN suspicion TEXT CHECK (json_valid(suspicion));

CREATE INDEX lead_contexts_outcome ON lead_contexts (outcome, outcome_at DESC, lead_id) WHERE outcome IS NOT NULL;
