-- Why a delivery is in its state (contract/mail/delivery.ts); NULL where the state says it all. Releases before this column
-- stored the reason as one of the sentences below, and still read them there.
ALTER TABLE deliveries ADD COLUMN why TEXT CHECK (why <> '');

UPDATE deliveries SET why = CASE last_error
    WHEN 'This mailbox already got its emails for the day.' THEN 'withheld'
    WHEN 'It was written to a file, since no mail server is set (SMTP_URL).' THEN 'written'
    WHEN 'Many leads came at once, and one mail told of them.' THEN 'in-one-mail'
    WHEN 'A backup was restored, and this may have been sent before. Revive it to send it.' THEN 'restored'
    WHEN 'Held back when a backup was restored: it may have been sent before. Revive it to send it.' THEN 'restored'
  END
  WHERE state IN ('dead', 'cancelled') AND last_error IS NOT NULL;

CREATE INDEX deliveries_dead_why ON deliveries (why, kind, lead_id, next_at, due_at, state) WHERE state = 'dead';

-- The change that canceled a delivery or a call, by its number in lead_history; 0: the lead was suspected.
ALTER TABLE deliveries ADD COLUMN canceled_by INTEGER CHECK (canceled_by >= 0);
ALTER TABLE bookings ADD COLUMN canceled_by INTEGER CHECK (canceled_by >= 0);

-- Until now, what a mark as spam canceled had the time of the mark.
UPDATE deliveries SET canceled_by = (
    SELECT CASE WHEN context.outcome = 'spam' AND context.outcome_at = deliveries.next_at THEN coalesce(
      (SELECT max(number) FROM lead_history WHERE lead_id = deliveries.lead_id AND kind = 'spam'), 0) ELSE 0 END
    FROM lead_contexts AS context WHERE context.lead_id = deliveries.lead_id)
  WHERE state = 'cancelled' AND coalesce(why, '') <> 'in-one-mail'
    AND lead_id IN (SELECT lead_id FROM lead_contexts WHERE outcome IN ('suspected', 'spam'));

UPDATE bookings SET canceled_by = coalesce(
    (SELECT max(number) FROM lead_history WHERE lead_id = bookings.lead_id AND kind = 'spam'), 0)
  WHERE state = 'cancelled' AND EXISTS (SELECT 1 FROM lead_contexts AS context
    WHERE context.lead_id = bookings.lead_id AND context.outcome = 'spam' AND context.outcome_at = bookings.updated_at);
