-- What makes a lead acceptable: contract/validation.ts and contract/messages.ts in SQL. tests/supabase/ puts the
-- same leads to both and compares every word. A column is one line in `lead_intake.problems_of`.

-- Without the white space of ECMAScript, "String.prototype.trim", at both ends.
create or replace function lead_intake.trimmed(value text) returns text
language sql immutable
set search_path = ''
return btrim(
  coalesce(value, ''),
  U&'\0009\000A\000B\000C\000D\0020\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\2028\2029\202F\205F\3000\FEFF'
);

-- The lead as it is stored: trimmed, line breaks as one character, the email in lower case.
create or replace function lead_intake.normalized(lead lead_intake.lead_submissions)
returns lead_intake.lead_submissions
language plpgsql immutable
set search_path = ''
as $$
begin
  lead.name := lead_intake.trimmed(lead.name);
  lead.email := lower(lead_intake.trimmed(lead.email) collate "C");
  lead.company_name := lead_intake.trimmed(lead.company_name);
  lead.selected_service := lead_intake.trimmed(lead.selected_service);
  lead.problems := lead_intake.trimmed(replace(lead.problems, E'\r\n', E'\n'));
  lead.additional_info := lead_intake.trimmed(replace(lead.additional_info, E'\r\n', E'\n'));
  return lead;
end;
$$;

-- Every problem of a normalized lead, in the order of the form: the code and text that PostgreSQL has for it, and
-- the sentence for the visitor.
create or replace function lead_intake.problems_of(lead lead_intake.lead_submissions)
returns table (code text, sentence text, detail text)
language sql immutable
set search_path = ''
as $$
  select
    case kind when 'missing' then '23502' when 'too long' then '22001' when 'invalid' then '23514' else '22021' end,
    case kind
      when 'missing' then missing
      when 'too long' then
        label || ' is too long. Shorten it to ' || to_char(max_length, 'FM999,999') || ' characters or fewer.'
      when 'invalid' then invalid
      else label || ' contains characters that we cannot read. Remove them and send it again.'
    end,
    case kind
      when 'missing' then
        format('null value in column "%s" of relation "lead_submissions" violates not-null constraint', name)
      when 'too long' then format('value too long for column "%s" of relation "lead_submissions"', name)
      when 'invalid' then
        format(
          'new row for relation "lead_submissions" violates check constraint "lead_submissions_%s_check"',
          name
        )
      else format('invalid character in column "%s" of relation "lead_submissions"', name)
    end
  from (
    values
      (1, 'name', lead.name, true, 200, false, 'Your full name', 'Enter your full name.', null),
      (
        2, 'email', lead.email, true, 254, false, 'Your email address', 'Enter your email address.',
        'Enter an email address in the right form, like name@example.com.'
      ),
      (
        3, 'company_name', lead.company_name, true, 200, false, 'Your business name',
        'Enter your business name.', null
      ),
      (
        4, 'selected_service', lead.selected_service, true, 64, false, 'The service',
        'Pick the service you are most interested in.', 'Pick one of the services in the list.'
      ),
      (
        5, 'problems', lead.problems, true, 10000, true, 'The description of your business problems',
        'Tell us what slows your business down.', null
      ),
      (
        6, 'additional_info', lead.additional_info, false, 10000, true, 'The additional business information',
        null, null
      )
  ) as columns (position, name, value, required, max_length, multi_line, label, missing, invalid)
  cross join lateral (
    select case
      when value = '' then case when required then 'missing' end
      when value ~ case
        when multi_line then '[\u0001-\u0008\u000b-\u001f\u007f-\u009f]'
        else '[\u0001-\u001f\u007f-\u009f]'
      end then 'unreadable'
      when name = 'selected_service' and value not in (
        'ai-chatbot', 'crm-integration', 'automated-followups', 'appointment-scheduling', 'custom-ai-automation'
      ) then 'invalid'
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

revoke execute on all functions in schema lead_intake from public, anon, authenticated;
