/** The seventh step of the schema: what was learnt from usage, one text for all processes of the file. Pure. */

/** Nothing that earlier schemas have is changed: a service of schema 4 to 6 goes on beside one of this, and learns by itself. */
export const TO_SCHEMA_7 = `
  CREATE TABLE learnt (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    revision INTEGER NOT NULL,
    body TEXT NOT NULL
  )`;
