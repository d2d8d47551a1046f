-- Which services there are is the site's content, and a value that is no longer offered stays with its leads: the store
-- takes any.
ALTER TABLE public.lead_submissions
  DROP CONSTRAINT lead_submissions_selected_service_check,
  ADD CONSTRAINT lead_submissions_selected_service_check CHECK (length(selected_service) BETWEEN 1 AND 64);
