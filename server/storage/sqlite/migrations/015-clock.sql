-- One row (server/storage/clock.ts): when the clock was last believed, and the latest lead by then (lead_texts.number); since
-- when, and at what last, it has shown a time that does not follow.
CREATE TABLE clock (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  right_at TEXT CHECK (right_at GLOB '????-??-??T??:??:??.???Z'),
  lead_number INTEGER NOT NULL,
  doubted_since TEXT CHECK (doubted_since GLOB '????-??-??T??:??:??.???Z'),
  doubted_at TEXT CHECK (doubted_at GLOB '????-??-??T??:??:??.???Z')
) STRICT;

INSERT INTO clock (id, lead_number) VALUES (1, 0);
