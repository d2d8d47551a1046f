public.lead_submissions: id uuid NOT NULL
public.lead_submissions: created_at timestamp(3) with time zone NOT NULL
public.lead_submissions: name text COLLATE "C" NOT NULL
public.lead_submissions: email text COLLATE "C" NOT NULL
public.lead_submissions: company_name text COLLATE "C" NOT NULL
public.lead_submissions: selected_service text COLLATE "C" NOT NULL
public.lead_submissions: problems text COLLATE "C" NOT NULL
public.lead_submissions: additional_info text COLLATE "C" NOT NULL DEFAULT ''::text
nightshift.idempotency_keys: key text COLLATE "C" NOT NULL
nightshift.idempotency_keys: position integer NOT NULL
nightshift.idempotency_keys: fingerprint text COLLATE "C" NOT NULL
nightshift.idempotency_keys: lead_id uuid NOT NULL
nightshift.idempotency_keys: used_at timestamp(3) with time zone NOT NULL
nightshift.schema_migrations: number integer NOT NULL
nightshift.schema_migrations: name text NOT NULL
nightshift.schema_migrations: checksum text NOT NULL
nightshift.schema_migrations: applied_at timestamp(3) with time zone NOT NULL
nightshift.write_probe: id integer NOT NULL
nightshift.write_probe: writes bigint NOT NULL
nightshift.idempotency_keys: idempotency_keys_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES public.lead_submissions(id) ON DELETE CASCADE
nightshift.idempotency_keys: idempotency_keys_pkey PRIMARY KEY (key, "position")
nightshift.schema_migrations: schema_migrations_pkey PRIMARY KEY (number)
nightshift.write_probe: write_probe_id_check CHECK ((id = 1))
nightshift.write_probe: write_probe_pkey PRIMARY KEY (id)
public.lead_submissions: lead_submissions_additional_info_check CHECK ((length(additional_info) <= 10000))
public.lead_submissions: lead_submissions_company_name_check CHECK (((length(company_name) >= 1) AND (length(company_name) <= 200)))
public.lead_submissions: lead_submissions_email_check CHECK ((((length(email) >= 3) AND (length(email) <= 254)) AND (email = lower(email))))
public.lead_submissions: lead_submissions_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200)))
public.lead_submissions: lead_submissions_pkey PRIMARY KEY (id)
public.lead_submissions: lead_submissions_problems_check CHECK (((length(problems) >= 1) AND (length(problems) <= 10000)))
public.lead_submissions: lead_submissions_selected_service_check CHECK ((selected_service = ANY (ARRAY['ai-chatbot'::text, 'crm-integration'::text, 'automated-followups'::text, 'appointment-scheduling'::text, 'custom-ai-automation'::text])))
CREATE INDEX idempotency_keys_lead_id ON nightshift.idempotency_keys USING btree (lead_id)
CREATE INDEX idempotency_keys_used_at ON nightshift.idempotency_keys USING btree (used_at)
CREATE INDEX lead_submissions_created_at ON public.lead_submissions USING btree (created_at)
CREATE UNIQUE INDEX idempotency_keys_pkey ON nightshift.idempotency_keys USING btree (key, "position")
CREATE UNIQUE INDEX lead_submissions_pkey ON public.lead_submissions USING btree (id)
CREATE UNIQUE INDEX schema_migrations_pkey ON nightshift.schema_migrations USING btree (number)
CREATE UNIQUE INDEX write_probe_pkey ON nightshift.write_probe USING btree (id)
