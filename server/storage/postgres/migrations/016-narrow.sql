-- First applied as dcfc8f65b1779e3e7f019b9b90a566a0d3e04c121e71e580a42d2f7f07a6be49
-- The service, the time and the source of leads, in the indexes of the list, so that a count or a page reads nothing else. The site copies
-- them from the lead and its visit whenever it writes the lead's text (server/storage/fill-leads.ts).
ALTER TABLE nightshift.lead_contexts
  ADD COLUMN service text COLLATE "C",
  ADD COLUMN came_at timestamptz(3),
  ADD COLUMN came_from text COLLATE "C";

DROP INDEX nightshift.lead_contexts_open;
DROP INDEX nightshift.lead_contexts_answered;
DROP INDEX nightshift.lead_contexts_outcome;

-- By its pattern: one visit that JSON cannot read, or an endless name, must not stop the update.
UPDATE nightshift.lead_contexts
SET service = lead.selected_service, came_at = lead.created_at, came_from = substring(visit from '"from":"([^"\\]{1,200})"')
FROM public.lead_submissions AS lead WHERE lead.id = lead_id;

CREATE INDEX lead_contexts_open ON nightshift.lead_contexts (due_at, lead_id)
  INCLUDE (source, answered_at, service, came_at, came_from) WHERE answered_at IS NULL;
CREATE INDEX lead_contexts_answered ON nightshift.lead_contexts (answered_at DESC, lead_id)
  INCLUDE (outcome, service, came_at, came_from) WHERE answered_at IS NOT NULL;
CREATE INDEX lead_contexts_outcome ON nightshift.lead_contexts (outcome, outcome_at DESC, lead_id)
  INCLUDE (service, came_at, came_from) WHERE outcome IS NOT NULL;

-- Each name of a source once. The condition keeps the index from lists, which it would only slow down.
CREATE INDEX lead_contexts_from ON nightshift.lead_contexts (came_from) WHERE came_from <> '';
