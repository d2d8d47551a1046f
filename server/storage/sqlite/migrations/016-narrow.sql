-- The service, the time and the source of leads, in the indexes of the list, so that a count or a page reads nothing else. The site copies
-- them from the lead and its visit whenever it writes the lead's text (server/storage/fill-leads.ts).
ALTER TABLE lead_contexts ADD COLUMN service TEXT;
ALTER TABLE lead_contexts ADD COLUMN came_at TEXT CHECK (came_at GLOB '????-??-??T??:??:??.???Z');
ALTER TABLE lead_contexts ADD COLUMN came_from TEXT;

UPDATE lead_contexts SET service = lead.selected_service, came_at = lead.created_at, came_from = visit ->> 'from'
FROM lead_submissions AS lead WHERE lead.id = lead_id;

DROP INDEX lead_contexts_open;
DROP INDEX lead_contexts_answered;
DROP INDEX lead_contexts_outcome;
CREATE INDEX lead_contexts_open ON lead_contexts (due_at, lead_id, source, answered_at, service, came_at, came_from)
  WHERE answered_at IS NULL;
CREATE INDEX lead_contexts_answered ON lead_contexts (answered_at DESC, lead_id, outcome, service, came_at, came_from)
  WHERE answered_at IS NOT NULL;
CREATE INDEX lead_contexts_outcome ON lead_contexts (outcome, outcome_at DESC, lead_id, service, came_at, came_from)
  WHERE outcome IS NOT NULL;

-- Each name of a source once. The condition keeps the index from lists, which it would only slow down.
CREATE INDEX lead_contexts_from ON lead_contexts (came_from) WHERE came_from <> '';
