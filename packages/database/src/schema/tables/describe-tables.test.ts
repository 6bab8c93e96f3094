import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeTables } from './describe-tables.ts'

const schemaPath = join(import.meta.dirname, '../../../schema.sql')

test('the committed types are those of the committed schema.sql', async () => {
  const schema = readFileSync(schemaPath, 'utf8')
  await expect(describeTables(schema)).toMatchFileSnapshot('../../tables.generated.ts')
})

test('types follow nullability, defaults, identities and lists of words', () => {
  const schema = `create unlogged table things (
  thing_id bigint generated always as identity not null,
  state text collate "C" not null default 'new'::text,
  seen_at timestamp with time zone[],
  settings jsonb
);

alter table things add constraint things_state CHECK ((state = ANY (ARRAY['new'::text, 'old'::text])));
`
  expect(
    describeTables(schema, { things: 'What there is.', 'things.settings': 'Null by default.' }),
  ).toContain(`
  /** What there is. */
  things: {
    thing_id: GeneratedAlways<string>
    state: Generated<'new' | 'old'>
    seen_at: Date[] | null
    /** Null by default. */
    settings: Json | null
  }
`)
})

test('refuses a type that it does not know, and a note about a column that is gone', () => {
  const schema = 'create table things (\n  place point not null\n);\n'
  expect(() => describeTables(schema, {})).toThrow(
    'A column of things has no type in TypeScript: place point not null',
  )
  expect(() => describeTables('', { 'things.place': 'Where it is.' })).toThrow(
    'The schema has no things.place, which has a note.',
  )
})
