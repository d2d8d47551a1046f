-- The list of the newest leads, in its order, and all columns that the figures of a month read (server/leads/results.ts).
CREATE INDEX lead_contexts_newest
  ON lead_contexts (came_at DESC, lead_id DESC, came_from, campaign, outcome, has_call);
CREATE INDEX bookings_came ON bookings (lead_id) WHERE state = 'came';
