-- Which services there are is the site's content, and a value that is no longer offered stays with its leads: the store
-- takes any. SQLite changes a check by making the table anew; what refers to it stays, since foreign keys are off here.
CREATE TABLE new_lead_submissions (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z'),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  email TEXT NOT NULL CHECK (length(email) BETWEEN 3 AND 254 AND email = lower(email)),
  company_name TEXT NOT NULL CHECK (length(company_name) BETWEEN 1 AND 200),
  selected_service TEXT NOT NULL CHECK (length(selected_service) BETWEEN 1 AND 64),
  problems TEXT NOT NULL CHECK (length(problems) BETWEEN 1 AND 10000),
  additional_info TEXT NOT NULL DEFAULT '' CHECK (length(additional_info) <= 10000)
) STRICT;

INSERT INTO new_lead_submissions
  (id, created_at, name, email, company_name, selected_service, problems, additional_info)
SELECT id, created_at, name, email, company_name, selected_service, problems, additional_info
FROM lead_submissions;

DROP TABLE lead_submissions;
ALTER TABLE new_lead_submissions RENAME TO lead_submissions;

CREATE INDEX lead_submissions_created_at ON lead_submissions (created_at);
