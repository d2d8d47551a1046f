-- What happened to a lead after it came, as its webhooks are told, as JSON (contract/delivery.ts). NULL: mails, and that it came.
ALTER TABLE nightshift.deliveries ADD COLUMN event text COLLATE "C"
  CHECK (event IS NULL OR (event::json IS NOT NULL AND kind = 'webhook'));

-- Who did it in the inbox, by address. NULL: the command line, a link, or an earlier version.
ALTER TABLE nightshift.lead_contexts
  ADD COLUMN answered_by text COLLATE "C",
  ADD COLUMN outcome_by text COLLATE "C";
ALTER TABLE nightshift.lead_notes ADD COLUMN author text COLLATE "C";
