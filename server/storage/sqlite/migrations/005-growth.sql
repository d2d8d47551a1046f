-- Orders, counts and searches that cost about the same however many leads there are.

-- What a search looks through. The site writes it with the lead, since only it folds the case of every alphabet; a lead
-- that came past the site, or was changed by hand, gets it at the next start.
CREATE TABLE lead_texts (
  number INTEGER NOT NULL PRIMARY KEY,
  lead_id TEXT NOT NULL UNIQUE REFERENCES lead_submissions (id) ON DELETE CASCADE,
  text TEXT NOT NULL
) STRICT;

CREATE TRIGGER lead_changed AFTER UPDATE ON lead_submissions BEGIN
  DELETE FROM lead_texts WHERE lead_id = old.id;
END;

-- Which three letters stand in which of them. Finds candidates: the texts themselves are compared afterwards.
CREATE VIRTUAL TABLE lead_search USING fts5 (
  text, content = 'lead_texts', content_rowid = 'number', detail = none, columnsize = 0,
  tokenize = 'trigram case_sensitive 1'
);

CREATE TRIGGER lead_text_added AFTER INSERT ON lead_texts BEGIN
  INSERT INTO lead_search (rowid, text) VALUES (new.number, new.text);
END;

CREATE TRIGGER lead_text_removed AFTER DELETE ON lead_texts BEGIN
  INSERT INTO lead_search (lead_search, rowid, text) VALUES ('delete', old.number, old.text);
END;

-- What is deleted leaves no letters behind.
INSERT INTO lead_search (lead_search, rank) VALUES ('secure-delete', 1);

CREATE INDEX lead_contexts_answered ON lead_contexts (answered_at DESC, lead_id) WHERE answered_at IS NOT NULL;
CREATE INDEX lead_contexts_test ON lead_contexts (lead_id) WHERE source = 'test';

-- A person who wants to be forgotten is found at once.
CREATE INDEX lead_submissions_email ON lead_submissions (email);

-- With all that is counted, so that no row has to be looked up.
DROP INDEX lead_contexts_open;
CREATE INDEX lead_contexts_open ON lead_contexts (due_at, lead_id, source, answered_at) WHERE answered_at IS NULL;
DROP INDEX deliveries_due_mail;
DROP INDEX deliveries_due_webhooks;
DROP INDEX deliveries_dead;
CREATE INDEX deliveries_due_mail ON deliveries (next_at, due_at, last_error, kind, state)
  WHERE state = 'due' AND kind <> 'webhook';
CREATE INDEX deliveries_due_webhooks ON deliveries (next_at, due_at, last_error, kind, state)
  WHERE state = 'due' AND kind = 'webhook';
CREATE INDEX deliveries_dead ON deliveries (last_error, kind, lead_id, next_at, due_at, state) WHERE state = 'dead';
CREATE INDEX deliveries_by_time ON deliveries (due_at, id, state);
