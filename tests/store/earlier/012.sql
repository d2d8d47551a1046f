-- A store of schema 12, with upcoming, moved, cancelled and missed calls, and their deliveries.
INSERT INTO lead_submissions (id, created_at, name, email, company_name, selected_service, problems, additional_info) VALUES
  ('01900000-0000-7000-8000-000000000001', '2026-02-15T09:30:00.000Z', 'Dana O''Brien', 'dana@sample.co', 'Ortiz & Co', 'ai-chatbot', 'Calls at night
get lost', ''),
  ('01900000-0000-7000-8000-000000000002', '2026-03-15T09:30:00.000Z', 'Łukasz 空', 'lukasz@sample.co', 'Plumbing "24/7"', 'crm-integration', 'Too many sheets', 'Two vans'),
  ('01900000-0000-7000-8000-000000000003', '2026-04-15T09:30:00.000Z', 'Ida', 'ida@sample.co', 'Roofs', 'roof-repair', 'Rain', '');
INSERT INTO idempotency_keys (key, position, fingerprint, lead_id, used_at) VALUES
  ('key:one', 0, 'ff', '01900000-0000-7000-8000-000000000001', '2026-02-15T09:30:00.000Z');
INSERT INTO lead_contexts (lead_id, source, due_at, answered_at, visit, outcome, outcome_at, suspicion, answered_by, outcome_by) VALUES
  ('01900000-0000-7000-8000-000000000001', 'wire', '2026-02-16T09:30:00.000Z', NULL, '{"from":"search.example","page":"/","referrer":"search.example","campaign":{}}', NULL, NULL, NULL, NULL, NULL),
  ('01900000-0000-7000-8000-000000000002', 'test', '2026-02-16T09:30:00.000Z', '2026-02-15T10:00:00.000Z', NULL, 'booked', '2026-02-15T11:00:00.000Z', NULL, 'ana@sample.co', NULL),
  ('01900000-0000-7000-8000-000000000003', 'form', '2026-02-16T09:30:00.000Z', '2026-02-15T09:30:00.000Z', NULL, 'suspected', '2026-02-15T09:30:00.000Z', '["links"]', NULL, NULL);
INSERT INTO deliveries (id, lead_id, kind, target, state, attempts, due_at, next_at, lease_id, sent_at, last_error, event) VALUES
  ('01900000-0001-7000-8000-000000000001', '01900000-0000-7000-8000-000000000001', 'confirmation', '', 'sent', 1, '2026-02-15T09:30:00.000Z', '2026-02-15T09:30:00.000Z', NULL, '2026-02-15T09:30:01.000Z', NULL, NULL),
  ('01900000-0001-7000-8000-000000000002', '01900000-0000-7000-8000-000000000001', 'notification', '', 'dead', 12, '2026-02-15T09:30:00.000Z', '2026-02-15T09:30:00.000Z', NULL, NULL, 'SMTP 550', NULL),
  ('01900000-0001-7000-8000-000000000003', '01900000-0000-7000-8000-000000000001', 'webhook', 'https://crm.example/', 'sent', 2, '2026-02-15T09:30:00.000Z', '2026-02-15T09:30:00.000Z', NULL, '2026-02-15T09:30:01.000Z', NULL, NULL),
  ('01900000-0001-7000-8000-000000000004', '01900000-0000-7000-8000-000000000002', 'confirmation', '', 'withheld', 0, '2026-02-15T09:30:00.000Z', '2026-02-15T09:30:00.000Z', NULL, NULL, NULL, NULL),
  ('01900000-0001-7000-8000-000000000005', '01900000-0000-7000-8000-000000000002', 'reminder-12h', '', 'cancelled', 0, '2026-02-15T09:30:00.000Z', '2026-02-15T09:30:00.000Z', NULL, NULL, NULL, NULL),
  ('01900000-0001-7000-8000-000000000006', '01900000-0000-7000-8000-000000000003', 'notification', '', 'written', 1, '2026-02-15T09:30:00.000Z', '2026-02-15T09:30:00.000Z', NULL, '2026-02-15T09:30:01.000Z', NULL, NULL),
  ('01900000-0001-7000-8000-000000000007', '01900000-0000-7000-8000-000000000002', 'webhook', 'https://crm.example/', 'sent', 1, '2026-02-15T11:00:00.000Z', '2026-02-15T11:00:00.000Z', NULL, '2026-02-15T11:00:01.000Z', NULL, '{"type":"booking.moved","at":"2026-02-15T11:00:00.000Z","booking":{"id":"01900000-0003-7000-8000-000000000001","leadId":"01900000-0000-7000-8000-000000000002","startsAt":"2099-03-02T15:00:00.000Z","endsAt":"2099-03-02T15:20:00.000Z","blockedUntil":"2099-03-02T15:30:00.000Z","state":"booked","sequence":1,"zone":"Asia/Kolkata","phone":"+91 22 5550 1000","createdAt":"2026-02-15T10:00:00.000Z","updatedAt":"2026-02-15T11:00:00.000Z"}}'),
  ('01900000-0001-7000-8000-000000000008', '01900000-0000-7000-8000-000000000002', 'invitation', '', 'sent', 1, '2026-02-15T11:00:00.000Z', '2026-02-15T11:00:00.000Z', NULL, '2026-02-15T11:00:01.000Z', NULL, '{"type":"booking.moved","at":"2026-02-15T11:00:00.000Z","booking":{"id":"01900000-0003-7000-8000-000000000001","leadId":"01900000-0000-7000-8000-000000000002","startsAt":"2099-03-02T15:00:00.000Z","endsAt":"2099-03-02T15:20:00.000Z","blockedUntil":"2099-03-02T15:30:00.000Z","state":"booked","sequence":1,"zone":"Asia/Kolkata","phone":"+91 22 5550 1000","createdAt":"2026-02-15T10:00:00.000Z","updatedAt":"2026-02-15T11:00:00.000Z"}}'),
  ('01900000-0001-7000-8000-000000000009', '01900000-0000-7000-8000-000000000002', 'call-reminder-24h', '', 'due', 0, '2099-03-01T15:00:00.000Z', '2099-03-01T15:00:00.000Z', NULL, NULL, NULL, '{"type":"booking.moved","at":"2026-02-15T11:00:00.000Z","booking":{"id":"01900000-0003-7000-8000-000000000001","leadId":"01900000-0000-7000-8000-000000000002","startsAt":"2099-03-02T15:00:00.000Z","endsAt":"2099-03-02T15:20:00.000Z","blockedUntil":"2099-03-02T15:30:00.000Z","state":"booked","sequence":1,"zone":"Asia/Kolkata","phone":"+91 22 5550 1000","createdAt":"2026-02-15T10:00:00.000Z","updatedAt":"2026-02-15T11:00:00.000Z"}}');
INSERT INTO confirmed_addresses (email, delivery_id, confirmed_at) VALUES
  ('dana@sample.co', '01900000-0001-7000-8000-000000000001', '2026-02-15T09:30:01.000Z');
INSERT INTO disabled_targets (target, reason, disabled_at) VALUES
  ('https://gone.example/', 'HTTP 410', '2026-02-15T09:30:01.000Z');
INSERT INTO lead_notes (id, lead_id, text, created_at, author) VALUES
  ('01900000-0002-7000-8000-000000000001', '01900000-0000-7000-8000-000000000001', 'Called, rings back.', '2026-02-15T09:30:01.000Z', 'ana@sample.co');
INSERT INTO bookings (id, lead_id, starts_at, ends_at, blocked_until, state, sequence, zone, phone, created_at, updated_at) VALUES
  ('01900000-0003-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002', '2099-03-02T15:00:00.000Z', '2099-03-02T15:20:00.000Z', '2099-03-02T15:30:00.000Z', 'booked', 1, 'Asia/Kolkata', '+91 22 5550 1000', '2026-02-15T10:00:00.000Z', '2026-02-15T11:00:00.000Z'),
  ('01900000-0003-7000-8000-000000000002', '01900000-0000-7000-8000-000000000001', '2099-03-02T15:00:00.000Z', '2099-03-02T15:20:00.000Z', '2099-03-02T15:30:00.000Z', 'cancelled', 2, 'Europe/London', '', '2026-02-15T10:00:00.000Z', '2026-02-15T11:00:00.000Z'),
  ('01900000-0003-7000-8000-000000000003', '01900000-0000-7000-8000-000000000003', '2026-02-16T15:00:00.000Z', '2026-02-16T15:20:00.000Z', '2026-02-16T15:30:00.000Z', 'missed', 0, 'America/New_York', '', '2026-02-15T10:00:00.000Z', '2026-02-16T16:00:00.000Z');
INSERT INTO closed_times (id, starts_at, ends_at) VALUES
  ('01900000-0004-7000-8000-000000000001', '2099-03-03T12:00:00.000Z', '2099-03-03T14:00:00.000Z');
