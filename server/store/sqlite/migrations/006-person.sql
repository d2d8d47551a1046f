-- One person, one clock (server/leads/person.ts): the person's latest lead, which stands for this one; on the latest, the
-- person's first lead, and since when an earlier one waits.
ALTER TABLE lead_contexts ADD COLUMN followed_by TEXT;
ALTER TABLE lead_contexts ADD COLUMN again_of TEXT;
ALTER TABLE lead_contexts ADD COLUMN again_since TEXT
  CHECK (again_since IS strftime('%Y-%m-%dT%H:%M:%fZ', again_since));
-- The id of a lead that a member parted from others with the same address.
ALTER TABLE lead_contexts ADD COLUMN person TEXT;
-- The change of another lead of the person that answered this one, as its lead's id and its number.
ALTER TABLE lead_contexts ADD COLUMN answered_with TEXT;

CREATE INDEX lead_contexts_followed ON lead_contexts (followed_by) WHERE followed_by IS NOT NULL;
CREATE INDEX lead_contexts_answered_with ON lead_contexts (answered_with) WHERE answered_with IS NOT NULL;
CREATE INDEX bookings_phone ON bookings (phone) WHERE phone <> '';
