-- Changes of the content folder. Rows that are not published yet are the team's draft; the others
-- are the history.
CREATE TABLE content_edits (
  id TEXT NOT NULL PRIMARY KEY,
  -- Like `home.yaml` and `trades/hvac.yaml`.
  file TEXT NOT NULL CHECK (file <> ''),
  -- A JSON pointer (RFC 6901) within the file.
  path TEXT NOT NULL,
  action TEXT NOT NULL CHECK (action <> ''),
  -- The new value and the value that the edit replaces, as JSON. NULL: there is none.
  value TEXT CHECK (json_valid(value)),
  was TEXT CHECK (json_valid(was)),
  -- Addresses; NULL with a link of the command line.
  edited_by TEXT,
  edited_at TEXT NOT NULL CHECK (edited_at IS strftime('%Y-%m-%dT%H:%M:%fZ', edited_at)),
  published_by TEXT,
  published_at TEXT CHECK (published_at IS strftime('%Y-%m-%dT%H:%M:%fZ', published_at))
) STRICT, WITHOUT ROWID;

CREATE INDEX content_edits_published_at ON content_edits (published_at);

-- Whether an invited member may write drafts.
ALTER TABLE team_members ADD COLUMN may_edit INTEGER NOT NULL DEFAULT 0 CHECK (may_edit IN (0, 1));
