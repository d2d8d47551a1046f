-- The SQLite store's 006 says what each column holds.
ALTER TABLE nightshift.lead_contexts ADD COLUMN followed_by uuid;
ALTER TABLE nightshift.lead_contexts ADD COLUMN again_of uuid;
ALTER TABLE nightshift.lead_contexts ADD COLUMN again_since nightshift.moment;
ALTER TABLE nightshift.lead_contexts ADD COLUMN person text COLLATE "C";
ALTER TABLE nightshift.lead_contexts ADD COLUMN answered_with text COLLATE "C";

CREATE INDEX lead_contexts_followed ON nightshift.lead_contexts (followed_by) WHERE followed_by IS NOT NULL;
CREATE INDEX lead_contexts_answered_with ON nightshift.lead_contexts (answered_with) WHERE answered_with IS NOT NULL;
CREATE INDEX bookings_phone ON public.bookings (phone) WHERE phone <> '';
