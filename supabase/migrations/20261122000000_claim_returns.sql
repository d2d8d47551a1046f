-- As before, but that its loop has an end and one place that returns, which Supabase's linter can follow.
-- Everything here can be run again.
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
  -- More than once only when its lead was deleted in between, and the key with it.
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

revoke execute on all functions in schema lead_intake from public, anon, authenticated;
