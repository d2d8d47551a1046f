-- The SQLite store's 003 says what each column holds.
ALTER TABLE nightshift.deliveries ADD COLUMN why text COLLATE "C";

UPDATE nightshift.deliveries SET why = CASE last_error
    WHEN 'This mailbox already got its emails for the day.' THEN 'withheld'
    WHEN 'It was written to a file, since no mail server is set (SMTP_URL).' THEN 'written'
    WHEN 'Many leads came at once, and one mail told of them.' THEN 'in-one-mail'
    WHEN 'A backup was restored, and this may have been sent before. Revive it to send it.' THEN 'restored'
    WHEN 'Held back when a backup was restored: it may have been sent before. Revive it to send it.' THEN 'restored'
  END
  WHERE state IN ('dead', 'cancelled') AND last_error IS NOT NULL;

CREATE INDEX deliveries_dead_why ON nightshift.deliveries (why) INCLUDE (kind, lead_id, next_at, due_at, state)
  WHERE state = 'dead';

ALTER TABLE nightshift.deliveries ADD COLUMN canceled_by integer;
ALTER TABLE public.bookings ADD COLUMN canceled_by integer;

UPDATE nightshift.deliveries AS delivery SET canceled_by = (
    SELECT CASE WHEN context.outcome = 'spam' AND context.outcome_at = delivery.next_at THEN coalesce(
      (SELECT max(number) FROM nightshift.lead_history WHERE lead_id = delivery.lead_id AND kind = 'spam'), 0) ELSE 0 END
    FROM nightshift.lead_contexts AS context WHERE context.lead_id = delivery.lead_id)
  WHERE state = 'cancelled' AND coalesce(why, '') <> 'in-one-mail'
    AND lead_id IN (SELECT lead_id FROM nightshift.lead_contexts WHERE outcome IN ('suspected', 'spam'));

UPDATE public.bookings AS call SET canceled_by = coalesce(
    (SELECT max(number) FROM nightshift.lead_history WHERE lead_id = call.lead_id AND kind = 'spam'), 0)
  WHERE state = 'cancelled' AND EXISTS (SELECT 1 FROM nightshift.lead_contexts AS context
    WHERE context.lead_id = call.lead_id AND context.outcome = 'spam' AND context.outcome_at = call.updated_at);
