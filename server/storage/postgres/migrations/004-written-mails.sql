-- A mail that was written to a file, since no mail server was set, was not sent: it can be sent once there is one.
ALTER TABLE nightshift.deliveries
  DROP CONSTRAINT deliveries_state_check,
  DROP CONSTRAINT deliveries_check1,
  ADD CONSTRAINT deliveries_state_check CHECK (state IN ('due', 'sent', 'written', 'dead', 'cancelled', 'withheld')),
  ADD CONSTRAINT deliveries_check1 CHECK ((sent_at IS NOT NULL) = (state IN ('sent', 'written')));

CREATE INDEX deliveries_written ON nightshift.deliveries (lead_id) WHERE state = 'written';
