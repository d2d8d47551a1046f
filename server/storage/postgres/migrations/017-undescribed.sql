-- A version before 016 that runs beside this one stores leads without these columns. The site looks for them when it opens the store.
CREATE INDEX lead_contexts_undescribed ON nightshift.lead_contexts (lead_id) WHERE came_at IS NULL;
