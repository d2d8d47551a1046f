-- Calls that visitors booked (contract/booking.ts). No two of them overlap, the gap after each included: the constraint keeps
-- that whatever writes to the table. blocked_until is where the gap ends, sequence counts the changes of a booking.
CREATE TABLE public.bookings (
  id uuid NOT NULL PRIMARY KEY,
  lead_id uuid NOT NULL REFERENCES public.lead_submissions (id) ON DELETE CASCADE,
  starts_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  blocked_until timestamptz(3) NOT NULL,
  state text COLLATE "C" NOT NULL CHECK (state IN ('booked', 'cancelled', 'missed')),
  sequence integer NOT NULL CHECK (sequence >= 0),
  zone text COLLATE "C" NOT NULL CHECK (length(zone) BETWEEN 1 AND 64),
  phone text COLLATE "C" NOT NULL CHECK (length(phone) <= 40),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CHECK (starts_at < ends_at AND ends_at <= blocked_until),
  CONSTRAINT bookings_overlap EXCLUDE USING gist (tstzrange(starts_at, blocked_until) WITH &&) WHERE (state = 'booked')
);

CREATE INDEX bookings_lead_id ON public.bookings (lead_id);
CREATE INDEX bookings_ends_at ON public.bookings (ends_at);

-- Times that the agency closed in the inbox.
CREATE TABLE nightshift.closed_times (
  id uuid NOT NULL PRIMARY KEY,
  starts_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  CHECK (starts_at < ends_at)
);

-- What is sent for a call, with the call as it was then in the event, for mails, too.
ALTER TABLE nightshift.deliveries
  DROP CONSTRAINT deliveries_kind_check,
  DROP CONSTRAINT deliveries_check2,
  ADD CONSTRAINT deliveries_kind_check CHECK (kind IN (
    'confirmation', 'notification', 'reminder-12h', 'reminder-20h', 'alarm-24h', 'webhook',
    'invitation', 'booking', 'call-reminder-24h', 'call-reminder-1h'
  )),
  ADD CONSTRAINT deliveries_event_check CHECK (event IS NULL OR event::json IS NOT NULL);
