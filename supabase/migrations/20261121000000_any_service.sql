-- Which services there are is the site's content, which this database does not know: it takes any, up to its length.
-- Everything here can be run again.
alter table lead_intake.lead_submissions
  drop constraint if exists lead_submissions_selected_service_check,
  add constraint lead_submissions_selected_service_check check (char_length(selected_service) between 1 and 64);

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
        'Pick the service you are most interested in.', null
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
