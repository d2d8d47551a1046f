-- The database of a site without a server (docs/deploy/supabase.md). `public.lead_submissions` is a view, which visitors
-- may only insert into; the leads are in a schema that the API does not show. This file can be run again.
create schema if not exists lead_intake;
revoke all on schema lead_intake from public;

-- The leads, as specified. The checks repeat contract/limits.ts, so no other program can store what the site would
-- refuse. Texts are compared by their bytes.
create table if not exists lead_intake.lead_submissions (
  id uuid not null primary key,
  created_at timestamptz(3) not null,
  name text collate "C" not null check (char_length(name) between 1 and 200),
  email text collate "C" not null check (char_length(email) between 3 and 254 and email = lower(email)),
  company_name text collate "C" not null check (char_length(company_name) between 1 and 200),
  -- The services are the site's content, which this database does not know.
  selected_service text collate "C" not null check (char_length(selected_service) between 1 and 64),
  problems text collate "C" not null check (char_length(problems) between 1 and 10000),
  additional_info text collate "C" not null default '' check (char_length(additional_info) <= 10000)
);

create index if not exists lead_submissions_created_at on lead_intake.lead_submissions (created_at);

-- The leads that a request with an Idempotency-Key stored: a row for each lead of a list. The key is claimed before its
-- lead is written, so the second of two concurrent requests waits here. That is why the reference is deferred.
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

-- Where the visitor came from, and the version of the consent note, as the page reports it in a header.
create table if not exists lead_intake.lead_visits (
  lead_id uuid not null primary key references lead_intake.lead_submissions (id) on delete cascade,
  consent_version text,
  -- The path of the first page, the host that linked to it, and the campaign's parameters in its address.
  page text,
  referrer text,
  campaign jsonb not null
);

-- There is no policy, so only the owner and roles that bypass row-level security see a row.
alter table lead_intake.lead_submissions enable row level security;
alter table lead_intake.idempotency_keys enable row level security;
alter table lead_intake.lead_visits enable row level security;

-- Undoes the default privileges.
revoke all on all tables in schema lead_intake from public, anon, authenticated;
-- A read through the view needs this right; it then finds no row.
grant select on lead_intake.lead_submissions to anon, authenticated;
grant select, insert, update, delete on lead_intake.lead_submissions to service_role;

-- Validation: contract/validation.ts and the sample's content/messages.yaml in SQL. tests/supabase/ sends the same leads to both and
-- compares every word. A column is one line in `lead_intake.problems_of`.

-- Like `withoutInvisible` of contract/typed-text.ts.
create or replace function lead_intake.visible(value text) returns text
language sql immutable
set search_path = ''
return regexp_replace(
  regexp_replace(coalesce(value, ''), '\r\n?|[\u000b\u000c\u0085\u2028\u2029]', E'\n', 'g'),
  '[\u0001-\u0008\u000e-\u001f\u007f-\u009f\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]',
  '', 'g'
);

-- Trims like ECMAScript's "String.prototype.trim".
create or replace function lead_intake.trimmed(value text) returns text
language sql immutable
set search_path = ''
return btrim(
  value,
  U&'\0009\000A\000B\000C\000D\0020\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\2028\2029\202F\205F\3000\FEFF'
);

-- Like `cleanText`: empty without anything to see.
create or replace function lead_intake.cleaned(value text) returns text
language sql immutable
set search_path = ''
return (
  select case
    when clean ~ '^[\s\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\u2800\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200c\u200d\u3164\ufe00-\ufe0f\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]*$'
    then '' else clean end
  from (select lead_intake.trimmed(lead_intake.visible(value)) as clean) as text
);

-- Like `cleanLine`.
create or replace function lead_intake.cleaned_line(value text) returns text
language sql immutable
set search_path = ''
return regexp_replace(
  lead_intake.cleaned(value), '[\t\n\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]', ' ', 'g'
);

-- Like `cleanEmail`.
create or replace function lead_intake.cleaned_email(value text) returns text
language sql immutable
set search_path = ''
return lower(
  lead_intake.trimmed(
    regexp_replace(
      normalize(lead_intake.visible(value), nfkc),
      '[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u3164\ufe00-\ufe0f\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]',
      '', 'g'
    )
  ) collate "C"
);

-- The lead as it is stored.
create or replace function lead_intake.normalized(lead lead_intake.lead_submissions)
returns lead_intake.lead_submissions
language plpgsql immutable
set search_path = ''
as $$
begin
  lead.name := lead_intake.cleaned_line(lead.name);
  lead.email := lead_intake.cleaned_email(lead.email);
  lead.company_name := lead_intake.cleaned_line(lead.company_name);
  lead.selected_service := lead_intake.cleaned_line(lead.selected_service);
  lead.problems := lead_intake.cleaned(lead.problems);
  lead.additional_info := lead_intake.cleaned(lead.additional_info);
  return lead;
end;
$$;

-- Every problem of a normalized lead, in the order of the form: PostgreSQL's code and text for it, and the sentence for
-- the visitor.
create or replace function lead_intake.problems_of(lead lead_intake.lead_submissions)
returns table (code text, sentence text, detail text)
language sql immutable
set search_path = ''
as $$
  select
    case kind when 'missing' then '23502' when 'too long' then '22001' else '23514' end,
    case kind
      when 'missing' then missing
      when 'too long' then
        label || ' is too long. Shorten it to ' || to_char(max_length, 'FM999,999') || ' characters or fewer.'
      else invalid
    end,
    case kind
      when 'missing' then
        format('null value in column "%s" of relation "lead_submissions" violates not-null constraint', name)
      when 'too long' then format('value too long for column "%s" of relation "lead_submissions"', name)
      else
        format(
          'new row for relation "lead_submissions" violates check constraint "lead_submissions_%s_check"',
          name
        )
    end
  from (
    values
      (1, 'name', lead.name, true, 200, 'Your full name', 'Enter your full name.', null),
      (
        2, 'email', lead.email, true, 254, 'Your email address', 'Enter your email address.',
        'Enter an email address in the right form, like name@example.com.'
      ),
      (
        3, 'company_name', lead.company_name, true, 200, 'Your business name',
        'Enter your business name.', null
      ),
      (
        4, 'selected_service', lead.selected_service, true, 64, 'The service',
        'Pick the service you are most interested in.', null
      ),
      (
        5, 'problems', lead.problems, true, 10000, 'The description of your business problems',
        'Tell us what slows your business down.', null
      ),
      (
        6, 'additional_info', lead.additional_info, false, 10000, 'The additional business information',
        null, null
      )
  ) as columns (position, name, value, required, max_length, label, missing, invalid)
  cross join lateral (
    select case
      when value = '' then case when required then 'missing' end
      when char_length(value) > max_length then 'too long'
      -- HTML Standard, "valid e-mail address".
      when name = 'email' and value !~ (
        '^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]+@'
        '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$'
      ) then 'invalid'
    end as kind
  ) as found
  where kind is not null
  order by position;
$$;

-- The view that the API shows. `insert … returning` returns the row that the trigger returns: the new lead or, for a
-- repeated request, the first one. A visitor therefore sees this row in this statement, and no row at any other time.
create or replace view public.lead_submissions
with (security_invoker = true) as
  select id, created_at, name, email, company_name, selected_service, problems, additional_info
  from lead_intake.lead_submissions;

comment on view public.lead_submissions is 'Leads. Visitors insert, and read nothing; service_role reads.';

revoke all on public.lead_submissions from public, anon, authenticated;
grant insert (id, name, email, company_name, selected_service, problems, additional_info), select
  on public.lead_submissions to anon, authenticated;
grant select, insert, update, delete on public.lead_submissions to service_role;

-- RFC 9562, section 5.7.
create or replace function lead_intake.new_id() returns uuid
language sql volatile
set search_path = ''
return (
  lpad(to_hex(floor(extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0')
  || '7' || substr(replace(gen_random_uuid()::text, '-', ''), 14)
)::uuid;

-- The request's header, from PostgREST's setting; null outside a request.
create or replace function lead_intake.idempotency_key() returns text
language plpgsql stable
set search_path = ''
as $$
declare
  key text := nullif(current_setting('request.headers', true), '')::json ->> 'idempotency-key';
begin
  if key !~ '^[!-~]{1,255}$' then
    raise sqlstate 'PT400' using
      message = 'The form couldn''t be sent. Reload the page and send it once more.',
      detail = 'Idempotency-Key takes 1 to 255 visible ASCII characters.';
  end if;
  return key;
end;
$$;

create or replace function lead_intake.raise_key_reused() returns void
language plpgsql
set search_path = ''
as $$
begin
  raise sqlstate 'PT422' using
    message = 'This form was already sent with different answers. Reload the page and send it once more.',
    detail = 'The Idempotency-Key was used for another body.';
end;
$$;

-- Claims a key for a lead that is about to be written, or returns the lead that it was claimed for before. A loop with an
-- end and one return, because Supabase's linter follows no other.
create or replace function lead_intake.claim(key text, "position" integer, fingerprint text, lead_id uuid)
returns uuid
language plpgsql
set search_path = ''
as $$
#variable_conflict use_variable
declare
  first record;
  claimed_for uuid;
begin
  -- A key is remembered for seven days (contract/limits.ts).
  delete from lead_intake.idempotency_keys as kept
  where kept.ctid in (
    select old.ctid from lead_intake.idempotency_keys as old
    where old.used_at < now() - interval '7 days'
    for update skip locked
  );
  -- It repeats only when the lead, and the key with it, is deleted in between.
  while claimed_for is null loop
    insert into lead_intake.idempotency_keys
    values (key, "position", fingerprint, lead_id, now(), pg_current_xact_id())
    on conflict do nothing;
    if found then
      -- A list that is longer than the first one with this key is another list.
      if exists (
        select from lead_intake.idempotency_keys as other
        where other.key = key and other.made_in <> pg_current_xact_id()
      ) then
        perform lead_intake.raise_key_reused();
      end if;
      claimed_for := lead_id;
    else
      select kept.fingerprint, kept.lead_id into first
      from lead_intake.idempotency_keys as kept
      where kept.key = key and kept."position" = "position";
      if found and first.fingerprint <> fingerprint then
        perform lead_intake.raise_key_reused();
      end if;
      claimed_for := first.lead_id;
    end if;
  end loop;
  return claimed_for;
end;
$$;

-- Before the rows of an insert, which are counted from 0.
create or replace function lead_intake.begin_list() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform set_config('lead_intake.position', '0', true);
  return null;
end;
$$;

-- Stores one row of an insert, or finds the row that the same request stored before.
create or replace function lead_intake.submit() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  key text := lead_intake.idempotency_key();
  list_position integer := current_setting('lead_intake.position')::integer;
  lead lead_intake.lead_submissions;
  problem record;
  said text;
  lead_id uuid;
begin
  lead := lead_intake.normalized(
    row(
      coalesce(new.id, lead_intake.new_id()), coalesce(new.created_at, now()), new.name, new.email,
      new.company_name, new.selected_service, new.problems, new.additional_info
    )
  );
  select
    (array_agg(found.code))[1] as code,
    (array_agg(found.sentence))[1] as sentence,
    string_agg(found.detail, '; ') as details
  into problem
  from lead_intake.problems_of(lead) as found;
  if problem.code is not null then
    raise exception using errcode = problem.code, message = problem.sentence, detail = problem.details;
  end if;

  if key is not null then
    -- The client's own values, without the id and the time that are assigned here.
    said := (to_jsonb(lead) - 'created_at' || jsonb_build_object('id', new.id))::text;
    lead_id := lead_intake.claim(key, list_position, encode(sha256(convert_to(said, 'UTF8')), 'hex'), lead.id);
    perform set_config('lead_intake.position', (list_position + 1)::text, true);
    if lead_id <> lead.id then
      select stored.* into new from lead_intake.lead_submissions as stored where stored.id = lead_id;
      return new;
    end if;
  end if;

  insert into lead_intake.lead_submissions as stored select lead.*
  on conflict do nothing
  returning stored.* into new;
  if not found then
    raise exception using
      errcode = '23505',
      message = 'We already have this request. You don''t need to send it again.',
      detail = 'duplicate key value violates unique constraint "lead_submissions_pkey"';
  end if;
  return new;
end;
$$;

-- After the rows of an insert: a list that is shorter than the first one with this key is another list.
create or replace function lead_intake.end_list() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if exists (
    select from lead_intake.idempotency_keys as kept
    where kept.key = lead_intake.idempotency_key()
      and kept.position >= current_setting('lead_intake.position')::integer
  ) then
    perform lead_intake.raise_key_reused();
  end if;
  return null;
end;
$$;

create or replace trigger begin_list before insert on public.lead_submissions
for each statement execute function lead_intake.begin_list();

create or replace trigger submit instead of insert on public.lead_submissions
for each row execute function lead_intake.submit();

create or replace trigger end_list after insert on public.lead_submissions
for each statement execute function lead_intake.end_list();

-- Stores the visit of a lead. The header is the visitor's, so only known parts of it are kept, up to 200 characters each.
create or replace function lead_intake.keep_visit() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  header text := left(nullif(current_setting('request.headers', true), '')::json ->> 'x-lead-source', 4000);
  page_url text := split_part(header, ' ', 2);
  host text := substring(page_url from '^https?://([^/?#]+)');
begin
  if header is not null then
    insert into lead_intake.lead_visits (lead_id, consent_version, page, referrer, campaign)
    select
      new.id,
      substring(split_part(header, ' ', 1) from '^[0-9a-f]{8}$'),
      left(substring(page_url from '^https?://[^/?#]+([^?#]*)'), 200),
      left(nullif(substring(split_part(header, ' ', 3) from '^[a-z][a-z0-9.+-]*://([^/?#]+)'), host), 200),
      coalesce(
        (
          select jsonb_object_agg(name, value)
          from (
            select distinct on (lower(pair[1])) lower(pair[1]) as name, left(pair[2], 200) as value
            from regexp_matches(
              page_url,
              '[?#&](utm_(?:source|medium|campaign|term|content|id)|[a-z]{1,3}clid|msclkid|sccid|[gw]braid|gad_(?:source|campaignid)|li_fat_id|rdt_cid)=([^&#]+)',
              'gi'
            ) with ordinality as found (pair, number)
            order by lower(pair[1]), number
          ) as campaign
        ),
        '{}'
      );
  end if;
  return null;
end;
$$;

create or replace trigger keep_visit after insert on lead_intake.lead_submissions
for each row execute function lead_intake.keep_visit();

revoke execute on all functions in schema lead_intake from public, anon, authenticated;
