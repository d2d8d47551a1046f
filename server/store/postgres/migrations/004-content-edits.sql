-- The SQLite store's file of this name says what each column holds.
CREATE TABLE nightshift.content_edits (
  id uuid NOT NULL PRIMARY KEY,
  file text COLLATE "C" NOT NULL CHECK (file <> ''),
  path text COLLATE "C" NOT NULL,
  action text COLLATE "C" NOT NULL CHECK (action <> ''),
  value text COLLATE "C" CHECK ((value IS NULL) = (value::json IS NULL)),
  was text COLLATE "C" CHECK ((was IS NULL) = (was::json IS NULL)),
  edited_by text COLLATE "C",
  edited_at nightshift.moment NOT NULL,
  published_by text COLLATE "C",
  published_at nightshift.moment
);

CREATE INDEX content_edits_published_at ON nightshift.content_edits (published_at);

ALTER TABLE nightshift.team_members ADD COLUMN may_edit integer NOT NULL DEFAULT 0
  CHECK (may_edit IN (0, 1));
