-- The SQLite store's 008 says what each index is for.
CREATE INDEX lead_contexts_newest ON nightshift.lead_contexts (came_at DESC, lead_id DESC)
  INCLUDE (came_from, campaign, outcome, has_call);
CREATE INDEX bookings_came ON public.bookings (lead_id) WHERE state = 'came';
