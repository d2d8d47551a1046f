public.bookings: id uuid NOT NULL
public.bookings: lead_id uuid NOT NULL
public.bookings: starts_at timestamp(3) with time zone NOT NULL
public.bookings: ends_at timestamp(3) with time zone NOT NULL
public.bookings: blocked_until timestamp(3) with time zone NOT NULL
public.bookings: state text COLLATE "C" NOT NULL
public.bookings: sequence integer NOT NULL
public.bookings: zone text COLLATE "C" NOT NULL
public.bookings: phone text COLLATE "C" NOT NULL
public.bookings: created_at timestamp(3) with time zone NOT NULL
public.bookings: updated_at timestamp(3) with time zone NOT NULL
public.lead_submissions: id uuid NOT NULL
public.lead_submissions: created_at timestamp(3) with time zone NOT NULL
public.lead_submissions: name text COLLATE "C" NOT NULL
public.lead_submissions: email text COLLATE "C" NOT NULL
public.lead_submissions: company_name text COLLATE "C" NOT NULL
public.lead_submissions: selected_service text COLLATE "C" NOT NULL
public.lead_submissions: problems text COLLATE "C" NOT NULL
public.lead_submissions: additional_info text COLLATE "C" NOT NULL DEFAULT ''::text
nightshift.calendar_copies: id text NOT NULL
nightshift.calendar_copies: tried_at timestamp(3) with time zone NOT NULL
nightshift.calendar_copies: read_at timestamp(3) with time zone
nightshift.calendar_copies: failing_since timestamp(3) with time zone
nightshift.calendar_copies: reason text
nightshift.calendar_copies: event_date text
nightshift.calendar_copies: notice_at timestamp(3) with time zone
nightshift.calendar_copies: busy text NOT NULL
nightshift.clock: id integer NOT NULL
nightshift.clock: right_at timestamp(3) with time zone
nightshift.clock: lead_number bigint NOT NULL
nightshift.clock: doubted_since timestamp(3) with time zone
nightshift.clock: doubted_at timestamp(3) with time zone
nightshift.closed_times: id uuid NOT NULL
nightshift.closed_times: starts_at timestamp(3) with time zone NOT NULL
nightshift.closed_times: ends_at timestamp(3) with time zone NOT NULL
nightshift.confirmed_addresses: email text COLLATE "C" NOT NULL
nightshift.confirmed_addresses: delivery_id uuid NOT NULL
nightshift.confirmed_addresses: confirmed_at timestamp(3) with time zone NOT NULL
nightshift.deliveries: id uuid NOT NULL
nightshift.deliveries: lead_id uuid NOT NULL
nightshift.deliveries: kind text COLLATE "C" NOT NULL
nightshift.deliveries: target text COLLATE "C" NOT NULL
nightshift.deliveries: state text COLLATE "C" NOT NULL
nightshift.deliveries: attempts integer NOT NULL
nightshift.deliveries: due_at timestamp(3) with time zone NOT NULL
nightshift.deliveries: next_at timestamp(3) with time zone NOT NULL
nightshift.deliveries: lease_id uuid
nightshift.deliveries: sent_at timestamp(3) with time zone
nightshift.deliveries: last_error text COLLATE "C"
nightshift.deliveries: event text COLLATE "C"
nightshift.disabled_targets: target text COLLATE "C" NOT NULL
nightshift.disabled_targets: reason text COLLATE "C" NOT NULL
nightshift.disabled_targets: disabled_at timestamp(3) with time zone NOT NULL
nightshift.funnel_totals: day text COLLATE "C" NOT NULL
nightshift.funnel_totals: source text COLLATE "C" NOT NULL
nightshift.funnel_totals: visits bigint NOT NULL
nightshift.funnel_totals: begun bigint NOT NULL
nightshift.funnel_totals: sent bigint NOT NULL
nightshift.funnel_totals: failed bigint NOT NULL
nightshift.funnel_totals: scheduler bigint NOT NULL
nightshift.funnel_totals: demo bigint NOT NULL
nightshift.idempotency_keys: key text COLLATE "C" NOT NULL
nightshift.idempotency_keys: position integer NOT NULL
nightshift.idempotency_keys: fingerprint text COLLATE "C" NOT NULL
nightshift.idempotency_keys: lead_id uuid NOT NULL
nightshift.idempotency_keys: used_at timestamp(3) with time zone NOT NULL
nightshift.lead_contexts: lead_id uuid NOT NULL
nightshift.lead_contexts: source text COLLATE "C" NOT NULL
nightshift.lead_contexts: due_at timestamp(3) with time zone NOT NULL
nightshift.lead_contexts: answered_at timestamp(3) with time zone
nightshift.lead_contexts: visit text COLLATE "C"
nightshift.lead_contexts: outcome text COLLATE "C"
nightshift.lead_contexts: outcome_at timestamp(3) with time zone
nightshift.lead_contexts: suspicion text COLLATE "C"
nightshift.lead_contexts: answered_by text COLLATE "C"
nightshift.lead_contexts: outcome_by text COLLATE "C"
nightshift.lead_contexts: service text COLLATE "C"
nightshift.lead_contexts: came_at timestamp(3) with time zone
nightshift.lead_contexts: came_from text COLLATE "C"
nightshift.lead_notes: id uuid NOT NULL
nightshift.lead_notes: lead_id uuid NOT NULL
nightshift.lead_notes: text text COLLATE "C" NOT NULL
nightshift.lead_notes: created_at timestamp(3) with time zone NOT NULL
nightshift.lead_notes: author text COLLATE "C"
nightshift.lead_texts: number bigint NOT NULL
nightshift.lead_texts: lead_id uuid NOT NULL
nightshift.lead_texts: text text COLLATE "C" NOT NULL
nightshift.mail_failure_notice: id integer NOT NULL
nightshift.mail_failure_notice: told_at timestamp(3) with time zone NOT NULL
nightshift.retention: id integer NOT NULL
nightshift.retention: deleted_before timestamp(3) with time zone
nightshift.retention: waiting_before timestamp(3) with time zone
nightshift.retention: allowed_before timestamp(3) with time zone
nightshift.schema_migrations: number integer NOT NULL
nightshift.schema_migrations: name text NOT NULL
nightshift.schema_migrations: checksum text NOT NULL
nightshift.schema_migrations: applied_at timestamp(3) with time zone NOT NULL
nightshift.sign_ins: id uuid NOT NULL
nightshift.sign_ins: email text COLLATE "C" NOT NULL
nightshift.sign_ins: opened_at timestamp(3) with time zone
nightshift.sign_ins: ends_at timestamp(3) with time zone NOT NULL
nightshift.suspected_digest: id integer NOT NULL
nightshift.suspected_digest: sent_at timestamp(3) with time zone NOT NULL
nightshift.suspected_digest: lease_id uuid
nightshift.suspected_digest: leased_until timestamp(3) with time zone NOT NULL
nightshift.write_probe: id integer NOT NULL
nightshift.write_probe: writes bigint NOT NULL
nightshift.calendar_copies: calendar_copies_busy_check CHECK (((busy)::json IS NOT NULL))
nightshift.calendar_copies: calendar_copies_id_check CHECK ((length(id) = 64))
nightshift.calendar_copies: calendar_copies_pkey PRIMARY KEY (id)
nightshift.clock: clock_id_check CHECK ((id = 1))
nightshift.clock: clock_pkey PRIMARY KEY (id)
nightshift.closed_times: closed_times_check CHECK ((starts_at < ends_at))
nightshift.closed_times: closed_times_pkey PRIMARY KEY (id)
nightshift.confirmed_addresses: confirmed_addresses_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES nightshift.deliveries(id) ON DELETE CASCADE
nightshift.confirmed_addresses: confirmed_addresses_pkey PRIMARY KEY (email)
nightshift.deliveries: deliveries_attempts_check CHECK ((attempts >= 0))
nightshift.deliveries: deliveries_check CHECK (((target <> ''::text) = (kind = 'webhook'::text)))
nightshift.deliveries: deliveries_check1 CHECK (((sent_at IS NOT NULL) = (state = ANY (ARRAY['sent'::text, 'written'::text]))))
nightshift.deliveries: deliveries_event_check CHECK (((event IS NULL) OR ((event)::json IS NOT NULL)))
nightshift.deliveries: deliveries_kind_check CHECK ((kind = ANY (ARRAY['confirmation'::text, 'notification'::text, 'reminder-12h'::text, 'reminder-20h'::text, 'alarm-24h'::text, 'webhook'::text, 'invitation'::text, 'booking'::text, 'call-reminder-24h'::text, 'call-reminder-1h'::text])))
nightshift.deliveries: deliveries_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES public.lead_submissions(id) ON DELETE CASCADE
nightshift.deliveries: deliveries_pkey PRIMARY KEY (id)
nightshift.deliveries: deliveries_state_check CHECK ((state = ANY (ARRAY['due'::text, 'sent'::text, 'written'::text, 'dead'::text, 'cancelled'::text, 'withheld'::text])))
nightshift.disabled_targets: disabled_targets_pkey PRIMARY KEY (target)
nightshift.funnel_totals: funnel_totals_day_check CHECK ((day ~ '^\d{4}-\d\d-\d\d$'::text))
nightshift.funnel_totals: funnel_totals_pkey PRIMARY KEY (day, source)
nightshift.funnel_totals: funnel_totals_source_check CHECK (((length(source) >= 1) AND (length(source) <= 40)))
nightshift.idempotency_keys: idempotency_keys_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES public.lead_submissions(id) ON DELETE CASCADE
nightshift.idempotency_keys: idempotency_keys_pkey PRIMARY KEY (key, "position")
nightshift.lead_contexts: lead_contexts_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES public.lead_submissions(id) ON DELETE CASCADE
nightshift.lead_contexts: lead_contexts_outcome_check CHECK ((outcome = ANY (ARRAY['suspected'::text, 'spam'::text, 'booked'::text, 'won'::text, 'lost'::text])))
nightshift.lead_contexts: lead_contexts_pkey PRIMARY KEY (lead_id)
nightshift.lead_contexts: lead_contexts_source_check CHECK ((source = ANY (ARRAY['wire'::text, 'form'::text, 'test'::text])))
nightshift.lead_contexts: lead_contexts_suspicion_check CHECK (((suspicion IS NULL) = ((suspicion)::json IS NULL)))
nightshift.lead_contexts: lead_contexts_visit_check CHECK (((visit IS NULL) = ((visit)::json IS NULL)))
nightshift.lead_notes: lead_notes_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES public.lead_submissions(id) ON DELETE CASCADE
nightshift.lead_notes: lead_notes_pkey PRIMARY KEY (id)
nightshift.lead_notes: lead_notes_text_check CHECK (((length(text) >= 1) AND (length(text) <= 4000)))
nightshift.lead_texts: lead_texts_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES public.lead_submissions(id) ON DELETE CASCADE
nightshift.lead_texts: lead_texts_lead_id_key UNIQUE (lead_id)
nightshift.lead_texts: lead_texts_pkey PRIMARY KEY (number)
nightshift.mail_failure_notice: mail_failure_notice_id_check CHECK ((id = 1))
nightshift.mail_failure_notice: mail_failure_notice_pkey PRIMARY KEY (id)
nightshift.retention: retention_id_check CHECK ((id = 1))
nightshift.retention: retention_pkey PRIMARY KEY (id)
nightshift.schema_migrations: schema_migrations_pkey PRIMARY KEY (number)
nightshift.sign_ins: sign_ins_pkey PRIMARY KEY (id)
nightshift.suspected_digest: suspected_digest_id_check CHECK ((id = 1))
nightshift.suspected_digest: suspected_digest_pkey PRIMARY KEY (id)
nightshift.write_probe: write_probe_id_check CHECK ((id = 1))
nightshift.write_probe: write_probe_pkey PRIMARY KEY (id)
public.bookings: bookings_check CHECK (((starts_at < ends_at) AND (ends_at <= blocked_until)))
public.bookings: bookings_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES public.lead_submissions(id) ON DELETE CASCADE
public.bookings: bookings_overlap EXCLUDE USING gist (tstzrange(starts_at, blocked_until) WITH &&) WHERE ((state = 'booked'::text))
public.bookings: bookings_phone_check CHECK ((length(phone) <= 40))
public.bookings: bookings_pkey PRIMARY KEY (id)
public.bookings: bookings_sequence_check CHECK ((sequence >= 0))
public.bookings: bookings_state_check CHECK ((state = ANY (ARRAY['booked'::text, 'cancelled'::text, 'missed'::text])))
public.bookings: bookings_zone_check CHECK (((length(zone) >= 1) AND (length(zone) <= 64)))
public.lead_submissions: lead_submissions_additional_info_check CHECK ((length(additional_info) <= 10000))
public.lead_submissions: lead_submissions_company_name_check CHECK (((length(company_name) >= 1) AND (length(company_name) <= 200)))
public.lead_submissions: lead_submissions_email_check CHECK ((((length(email) >= 3) AND (length(email) <= 254)) AND (email = lower(email))))
public.lead_submissions: lead_submissions_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200)))
public.lead_submissions: lead_submissions_pkey PRIMARY KEY (id)
public.lead_submissions: lead_submissions_problems_check CHECK (((length(problems) >= 1) AND (length(problems) <= 10000)))
public.lead_submissions: lead_submissions_selected_service_check CHECK (((length(selected_service) >= 1) AND (length(selected_service) <= 64)))
CREATE INDEX bookings_ends_at ON public.bookings USING btree (ends_at)
CREATE INDEX bookings_lead_id ON public.bookings USING btree (lead_id)
CREATE INDEX bookings_overlap ON public.bookings USING gist (tstzrange(starts_at, blocked_until)) WHERE (state = 'booked'::text)
CREATE INDEX confirmed_addresses_delivery_id ON nightshift.confirmed_addresses USING btree (delivery_id)
CREATE INDEX deliveries_by_time ON nightshift.deliveries USING btree (due_at, id) INCLUDE (state)
CREATE INDEX deliveries_dead ON nightshift.deliveries USING btree (due_at) INCLUDE (last_error, kind, lead_id, next_at, state) WHERE (state = 'dead'::text)
CREATE INDEX deliveries_due_mail ON nightshift.deliveries USING btree (next_at) INCLUDE (due_at, last_error, kind, state) WHERE ((state = 'due'::text) AND (kind <> 'webhook'::text))
CREATE INDEX deliveries_due_webhooks ON nightshift.deliveries USING btree (next_at) INCLUDE (due_at, last_error, kind, state) WHERE ((state = 'due'::text) AND (kind = 'webhook'::text))
CREATE INDEX deliveries_lead_id ON nightshift.deliveries USING btree (lead_id)
CREATE INDEX deliveries_written ON nightshift.deliveries USING btree (lead_id) WHERE (state = 'written'::text)
CREATE INDEX idempotency_keys_lead_id ON nightshift.idempotency_keys USING btree (lead_id)
CREATE INDEX idempotency_keys_used_at ON nightshift.idempotency_keys USING btree (used_at)
CREATE INDEX lead_contexts_answered ON nightshift.lead_contexts USING btree (answered_at DESC, lead_id) INCLUDE (outcome, service, came_at, came_from) WHERE (answered_at IS NOT NULL)
CREATE INDEX lead_contexts_from ON nightshift.lead_contexts USING btree (came_from) WHERE (came_from <> ''::text)
CREATE INDEX lead_contexts_open ON nightshift.lead_contexts USING btree (due_at, lead_id) INCLUDE (source, answered_at, service, came_at, came_from) WHERE (answered_at IS NULL)
CREATE INDEX lead_contexts_outcome ON nightshift.lead_contexts USING btree (outcome, outcome_at DESC, lead_id) INCLUDE (service, came_at, came_from) WHERE (outcome IS NOT NULL)
CREATE INDEX lead_contexts_test ON nightshift.lead_contexts USING btree (lead_id) WHERE (source = 'test'::text)
CREATE INDEX lead_contexts_undescribed ON nightshift.lead_contexts USING btree (lead_id) WHERE (came_at IS NULL)
CREATE INDEX lead_notes_lead_id ON nightshift.lead_notes USING btree (lead_id)
CREATE INDEX lead_submissions_created_at ON public.lead_submissions USING btree (created_at)
CREATE INDEX lead_submissions_email ON public.lead_submissions USING btree (email)
CREATE INDEX lead_texts_search ON nightshift.lead_texts USING gin (text nightshift.gin_trgm_ops)
CREATE UNIQUE INDEX bookings_pkey ON public.bookings USING btree (id)
CREATE UNIQUE INDEX calendar_copies_pkey ON nightshift.calendar_copies USING btree (id)
CREATE UNIQUE INDEX clock_pkey ON nightshift.clock USING btree (id)
CREATE UNIQUE INDEX closed_times_pkey ON nightshift.closed_times USING btree (id)
CREATE UNIQUE INDEX confirmed_addresses_pkey ON nightshift.confirmed_addresses USING btree (email)
CREATE UNIQUE INDEX deliveries_pkey ON nightshift.deliveries USING btree (id)
CREATE UNIQUE INDEX disabled_targets_pkey ON nightshift.disabled_targets USING btree (target)
CREATE UNIQUE INDEX funnel_totals_pkey ON nightshift.funnel_totals USING btree (day, source)
CREATE UNIQUE INDEX idempotency_keys_pkey ON nightshift.idempotency_keys USING btree (key, "position")
CREATE UNIQUE INDEX lead_contexts_pkey ON nightshift.lead_contexts USING btree (lead_id)
CREATE UNIQUE INDEX lead_notes_pkey ON nightshift.lead_notes USING btree (id)
CREATE UNIQUE INDEX lead_submissions_pkey ON public.lead_submissions USING btree (id)
CREATE UNIQUE INDEX lead_texts_lead_id_key ON nightshift.lead_texts USING btree (lead_id)
CREATE UNIQUE INDEX lead_texts_pkey ON nightshift.lead_texts USING btree (number)
CREATE UNIQUE INDEX mail_failure_notice_pkey ON nightshift.mail_failure_notice USING btree (id)
CREATE UNIQUE INDEX retention_pkey ON nightshift.retention USING btree (id)
CREATE UNIQUE INDEX schema_migrations_pkey ON nightshift.schema_migrations USING btree (number)
CREATE UNIQUE INDEX sign_ins_pkey ON nightshift.sign_ins USING btree (id)
CREATE UNIQUE INDEX suspected_digest_pkey ON nightshift.suspected_digest USING btree (id)
CREATE UNIQUE INDEX write_probe_pkey ON nightshift.write_probe USING btree (id)
