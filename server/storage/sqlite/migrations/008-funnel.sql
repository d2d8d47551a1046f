-- How many visits came to which step (contract/funnel.ts), for each day of the agency's time zone and each source: totals,
-- and nothing of a visitor.
CREATE TABLE funnel_totals (
  day TEXT NOT NULL CHECK (day GLOB '????-??-??'),
  source TEXT NOT NULL CHECK (length(source) BETWEEN 1 AND 40),
  visits INTEGER NOT NULL,
  begun INTEGER NOT NULL,
  sent INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  scheduler INTEGER NOT NULL,
  demo INTEGER NOT NULL,
  PRIMARY KEY (day, source)
) STRICT, WITHOUT ROWID;
