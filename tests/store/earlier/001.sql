-- A store of the first schema.
INSERT INTO lead_submissions (id, created_at, name, email, company_name, selected_service, problems, additional_info) VALUES
  ('01900000-0000-7000-8000-000000000001', '2026-02-15T09:30:00.000Z', 'Dana O''Brien', 'dana@sample.co', 'Ortiz & Co', 'ai-chatbot', 'Calls at night
get lost', ''),
  ('01900000-0000-7000-8000-000000000002', '2026-03-15T09:30:00.000Z', 'Łukasz 空', 'lukasz@sample.co', 'Plumbing "24/7"', 'crm-integration', 'Too many sheets', 'Two vans');
INSERT INTO idempotency_keys (key, position, fingerprint, lead_id, used_at) VALUES
  ('key:one', 0, 'ff', '01900000-0000-7000-8000-000000000001', '2026-02-15T09:30:00.000Z');
