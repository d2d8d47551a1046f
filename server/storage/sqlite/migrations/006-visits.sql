-- What is known of the visit in which a lead was sent, as JSON (contract/lead-visit.ts): where it came from, and which
-- consent note it showed. NULL for leads of earlier versions, and those that came another way.
ALTER TABLE lead_contexts ADD COLUMN visit TEXT CHECK (json_valid(visit));
