-- How leads come in: `public.lead_submissions` is a view over the table. An insert is answered with the row that its
-- trigger gives back, new or, for a request sent again, the first one, and needs no right to read: who may insert
-- sees that row in that statement and no row at any other time.
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

-- The header of the request, as PostgREST hands it over; null outside of it.
create or replace function lead_intake.idempotency_key() returns text
language plpgsql stable
set search_path = ''
as $$
declare
  key text := nullif(current_setting('request.headers', true), '')::json ->> 'idempotency-key';
begin
  if key !~ '^[!-~]{1,255}$' then
    raise sqlstate 'PT400' using
      message = 'The form could not be sent. Reload the page and send it once more.',
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
    message = 'This form was already sent with other words. Reload the page and send it once more.',
    detail = 'The Idempotency-Key was used for another body.';
end;
$$;

-- Claims a key for a lead that is about to be written, or gives the lead that it was claimed for before.
create or replace function lead_intake.claim(key text, "position" integer, fingerprint text, lead_id uuid)
returns uuid
language plpgsql
set search_path = ''
as $$
#variable_conflict use_variable
declare
  first record;
begin
  -- A key is remembered for seven days (contract/limits.ts).
  delete from lead_intake.idempotency_keys as kept
  where kept.ctid in (
    select old.ctid from lead_intake.idempotency_keys as old
    where old.used_at < now() - interval '7 days'
    for update skip locked
  );
  loop
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
      return lead_id;
    end if;
    select kept.fingerprint, kept.lead_id into first
    from lead_intake.idempotency_keys as kept
    where kept.key = key and kept."position" = "position";
    if found then
      if first.fingerprint <> fingerprint then
        perform lead_intake.raise_key_reused();
      end if;
      return first.lead_id;
    end if;
    -- Its lead was deleted in between, and the key with it.
  end loop;
end;
$$;

-- Before the rows of an insert: they are counted from 0.
create or replace function lead_intake.begin_list() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform set_config('lead_intake.position', '0', true);
  return null;
end;
$$;

-- One row of an insert: stores it, or finds the one that the same request stored before.
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
    -- What the client said: not the id and the time that are given here.
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
      message = 'This request is already with us. You do not need to send it again.',
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

revoke execute on all functions in schema lead_intake from public, anon, authenticated;
