-- A store of schema 4, with mails in files.
INSERT INTO lead_submissions (id, created_at, name, email, company_name, selected_service, problems, additional_info) VALUES
  ('01900000-0000-7000-8000-000000000001', '2026-02-15T09:30:00.000Z', 'Dana O''Brien', 'dana@sample.co', 'Ortiz & Co', 'ai-chatbot', 'Calls at night
get lost', ''),
  ('01900000-0000-7000-8000-000000000002', '2026-03-15T09:30:00.000Z', 'Łukasz 空', 'lukasz@sample.co', 'Plumbing "24/7"', 'crm-integration', 'Too many sheets', 'Two vans'),
  ('01900000-0000-7000-8000-000000000003', '2026-04-15T09:30:00.000Z', 'Ida', 'ida@sample.co', 'Roofs', 'roof-repair', 'Rain', '');
INSERT INTO idempotency_keys (key, position, fingerprint, lead_id, used_at) VALUES
  ('key:one', 0, 'ff', '01900000-0000-7000-8000-000000000001', '2026-02-15T09:30:00.000Z');
INSERT INTO lead_contexts (lead_id, source, due_at, answered_at) VALUES
  ('01900000-0000-7000-8000-000000000001', 'wire', '2026-02-16T09:30:00.000Z', NULL),
  ('01900000-0000-7000-8000-000000000002', 'test', '2026-02-16T09:30:00.000Z', '2026-02-15T10:00:00.000Z'),
  ('01900000-0000-7000-8000-000000000003', 'form', '2026-02-16T09:30:00.000Z', NULL);
INSERT INTO deliveries (id, lead_id, kind, target, state, attempts, due_at, next_at, lease_id, sent_at, last_error) VALUES
  ('01900000-0001-7000-8000-000000000001', '01900000-0000-7000-8000-000000000001', 'confirmation', '', 'sent', 1, '2026-02-15T09:30:00.000Z', '2026-02-15T09:30:00.000Z', NULL, '2026-02-15T09:30:01.000Z', NULL),
  ('01900000-0001-7000-8000-000000000002', '01900000-0000-7000-8000-000000000001', 'notification', '', 'dead', 12, '2026-02-15T09:30:00.000Z', '2026-02-15T09:30:00.000Z', NULL, NULL, 'SMTP 550'),
  ('01900000-0001-7000-8000-000000000003', '01900000-0000-7000-8000-000000000001', 'webhook', 'https://crm.example/', 'sent', 2, '2026-02-15T09:30:00.000Z', '2026-02-15T09:30:00.000Z', NULL, '2026-02-15T09:30:01.000Z', NULL),
  ('01900000-0001-7000-8000-000000000004', '01900000-0000-7000-8000-000000000002', 'confirmation', '', 'withheld', 0, '2026-02-15T09:30:00.000Z', '2026-02-15T09:30:00.000Z', NULL, NULL, NULL),
  ('01900000-0001-7000-8000-000000000005', '01900000-0000-7000-8000-000000000002', 'reminder-12h', '', 'cancelled', 0, '2026-02-15T09:30:00.000Z', '2026-02-15T09:30:00.000Z', NULL, NULL, NULL),
  ('01900000-0001-7000-8000-000000000006', '01900000-0000-7000-8000-000000000003', 'notification', '', 'written', 1, '2026-02-15T09:30:00.000Z', '2026-02-15T09:30:00.000Z', NULL, '2026-02-15T09:30:01.000Z', NULL);
INSERT INTO confirmed_addresses (email, delivery_id, confirmed_at) VALUES
  ('dana@sample.co', '01900000-0001-7000-8000-000000000001', '2026-02-15T09:30:01.000Z');
INSERT INTO disabled_targets (target, reason, disabled_at) VALUES
  ('https://gone.example/', 'HTTP 410', '2026-02-15T09:30:01.000Z');
INSERT INTO lead_notes (id, lead_id, text, created_at) VALUES
  ('01900000-0002-7000-8000-000000000001', '01900000-0000-7000-8000-000000000001', 'Called, rings back.', '2026-02-15T09:30:01.000Z');
