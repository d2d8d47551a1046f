-- What happened to a lead after it came, as its webhooks are told, as JSON (contract/delivery.ts). NULL: mails, and that it came.
ALTER TABLE deliveries ADD COLUMN event TEXT CHECK (event IS NULL OR (json_valid(event) AND kind = 'webhook'));

-- Who did it in the inbox, by address. NULL: the command line, a link, or an earlier version.
ALTER TABLE lead_contexts ADD COLUMN answered_by TEXT;
ALTER TABLE lead_contexts ADD COLUMN outcome_by TEXT;
ALTER TABLE lead_notes ADD COLUMN author TEXT;
