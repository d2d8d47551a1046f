-- What was last read of each calendar of CALENDAR_URLS, under a digest of its address: the times that it blocks, and no titles
-- (server/storage/calendar-copies.ts). notice_at: when the mail about one that fails may go out.
CREATE TABLE nightshift.calendar_copies (
  id text NOT NULL PRIMARY KEY CHECK (length(id) = 64),
  tried_at timestamptz(3) NOT NULL,
  read_at timestamptz(3),
  failing_since timestamptz(3),
  reason text,
  event_date text,
  notice_at timestamptz(3),
  busy text NOT NULL CHECK (busy::json IS NOT NULL)
);
