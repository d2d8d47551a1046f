-- How many visits came to which step (contract/funnel.ts), for each day of the agency's time zone and each source: totals,
-- and nothing of a visitor.
CREATE TABLE nightshift.funnel_totals (
  day text COLLATE "C" NOT NULL CHECK (day ~ '^\d{4}-\d\d-\d\d$'),
  source text COLLATE "C" NOT NULL CHECK (length(source) BETWEEN 1 AND 40),
  visits bigint NOT NULL,
  begun bigint NOT NULL,
  sent bigint NOT NULL,
  failed bigint NOT NULL,
  scheduler bigint NOT NULL,
  demo bigint NOT NULL,
  PRIMARY KEY (day, source)
);
