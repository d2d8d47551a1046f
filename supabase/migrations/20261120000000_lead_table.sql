-- Where leads are kept, in a schema that the API does not show. Everything here can be run again.
create schema if not exists lead_intake;
revoke all on schema lead_intake from public;

-- The leads, as specified, with an id (UUID version 7) and the time they came. The checks repeat contract/lead.ts,
-- so that no other writer can put in what the site would refuse. Texts are compared by their bytes.
create table if not exists lead_intake.lead_submissions (
  id uuid not null primary key,
  created_at timestamptz(3) not null,
  name text collate "C" not null check (char_length(name) between 1 and 200),
  email text collate "C" not null check (char_length(email) between 3 and 254 and email = lower(email)),
  company_name text collate "C" not null check (char_length(company_name) between 1 and 200),
  selected_service text collate "C" not null check (
    selected_service in (
      'ai-chatbot', 'crm-integration', 'automated-followups', 'appointment-scheduling', 'custom-ai-automation'
    )
  ),
  problems text collate "C" not null check (char_length(problems) between 1 and 10000),
  additional_info text collate "C" not null default '' check (char_length(additional_info) <= 10000)
);

create index if not exists lead_submissions_created_at on lead_intake.lead_submissions (created_at);

-- Which leads a request made that may be sent again; a list has a row for each of its leads. A key is claimed
-- before its lead is written, so that of two requests at once the second waits here: hence the deferred reference.
create table if not exists lead_intake.idempotency_keys (
  key text collate "C" not null,
  position integer not null,
  fingerprint text not null,
  lead_id uuid not null references lead_intake.lead_submissions (id)
    on delete cascade deferrable initially deferred,
  used_at timestamptz not null,
  made_in xid8 not null,
  primary key (key, position)
);

create index if not exists idempotency_keys_used_at on lead_intake.idempotency_keys (used_at);
create index if not exists idempotency_keys_lead_id on lead_intake.idempotency_keys (lead_id);

-- No policy is made for anybody: only roles that bypass row-level security, and the owner, ever see a row.
alter table lead_intake.lead_submissions enable row level security;
alter table lead_intake.idempotency_keys enable row level security;

-- Undoes what default privileges may have given.
revoke all on all tables in schema lead_intake from public, anon, authenticated;
-- A read through the view needs this right, and then finds no row.
grant select on lead_intake.lead_submissions to anon, authenticated;
grant select, insert, update, delete on lead_intake.lead_submissions to service_role;
