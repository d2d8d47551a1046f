-- The SQLite store's 002 says what each column holds.
ALTER TABLE nightshift.lead_history ADD COLUMN state_before text COLLATE "C";
ALTER TABLE nightshift.lead_contexts ADD COLUMN reminded_at nightshift.moment;
