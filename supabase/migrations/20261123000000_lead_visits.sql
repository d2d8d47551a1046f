-- What is known of the visit in which a lead was sent: where it came from, and the version of the consent note that it
-- showed. The page says it in one header; nothing of it is trusted, and of an address only what is known is kept.
-- Everything here can be run again.
create table if not exists lead_intake.lead_visits (
  lead_id uuid not null primary key references lead_intake.lead_submissions (id) on delete cascade,
  consent_version text,
  -- The path of the first page, the host that referred to it, and the campaign's parameters as they stood in the address.
  page text,
  referrer text,
  campaign jsonb not null
);

-- No policy is made for anybody: only roles that bypass row-level security, and the owner, ever see a row.
alter table lead_intake.lead_visits enable row level security;
revoke all on lead_intake.lead_visits from public, anon, authenticated;

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
          select jsonb_object_agg(pair[1], left(pair[2], 200))
          from regexp_matches(
            substring(page_url from '\?([^#]*)'),
            '(?:^|&)(utm_(?:source|medium|campaign|term|content)|[gmft][a-z]*clid|[gw]braid|li_fat_id)=([^&]+)',
            'g'
          ) as pair
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
