-- One row (server/storage/clock.ts): when the clock was last believed, and the latest lead by then (lead_texts.number); since
-- when, and at what last, it has shown a time that does not follow.
CREATE TABLE nightshift.clock (
  id integer NOT NULL PRIMARY KEY CHECK (id = 1),
  right_at timestamptz(3),
  lead_number bigint NOT NULL,
  doubted_since timestamptz(3),
  doubted_at timestamptz(3)
);

INSERT INTO nightshift.clock (id, lead_number) VALUES (1, 0);
