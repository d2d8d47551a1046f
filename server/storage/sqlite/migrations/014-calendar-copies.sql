-- What was last read of each calendar of CALENDAR_URLS, under a digest of its address: the times that it blocks, and no titles
-- (server/storage/calendar-copies.ts). notice_at: when the mail about one that fails may go out.
CREATE TABLE calendar_copies (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 64),
  tried_at TEXT NOT NULL CHECK (tried_at GLOB '????-??-??T??:??:??.???Z'),
  read_at TEXT CHECK (read_at GLOB '????-??-??T??:??:??.???Z'),
  failing_since TEXT CHECK (failing_since GLOB '????-??-??T??:??:??.???Z'),
  reason TEXT,
  event_date TEXT,
  notice_at TEXT CHECK (notice_at GLOB '????-??-??T??:??:??.???Z'),
  busy TEXT NOT NULL CHECK (json_valid(busy))
) STRICT;
