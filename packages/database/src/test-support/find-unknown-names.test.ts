import { describe, expect, test } from 'vitest'
import { findUnknownNames, readColumns } from './find-unknown-names.ts'
import { readStatements } from './read-statements.ts'

const schema = readColumns(`create table things (
  thing_id text not null,
  state text
);

create unlogged table parts (
  part_id bigint not null,
  thing_id text
);
`)

function unknownIn(...texts: string[]): string[] {
  return findUnknownNames(texts, schema).flat()
}

describe('findUnknownNames', () => {
  test.each([
    'select thing_id as "thingId", state from things where state = $ order by "thingId"',
    'with old as (delete from things t where t.state = $ returning t.thing_id) select o.thing_id from old o',
    'insert into things as known (thing_id) select id from unnest($::text[]) as given (id) on conflict on constraint things_pkey do nothing',
    'select count(*)::integer as count from parts p join things t using (thing_id) where t.ctid = $',
    `select 'unknown' -- and unknown\n from things`,
  ])('knows all names of %s', (text) => {
    expect(unknownIn(text)).toEqual([])
  })

  test.each([
    ['select status from things', 'status'],
    ['update things set status = $', 'status'],
    ['select p.state from parts p join things t using (thing_id)', 'state'],
    ['select part_id from things', 'part_id'],
    ['select thing_id from thing', 'thing'],
    ['insert into things (thing_id, status) select $, status from unnest($) as given (status)', 'status'],
  ])('does not know all names of %s', (text, name) => {
    expect(unknownIn(text)).toContain(name)
  })

  test('a part may have the columns of the tables of its file', () => {
    expect(unknownIn('select thing_id from things', 'and state = $')).toEqual([])
    expect(unknownIn('select thing_id from things', 'and part_id = $')).toEqual(['part_id'])
    expect(unknownIn('and part_id = $ and status = $')).toEqual(['status'])
  })
})

test('readStatements sees what is returned, and parts inside the statement', () => {
  const statements = readStatements(`
    const part = sql\`state = 1\`
    await sql<Row>\`select thing_id from things where \${part} and \${sql\`state = \${2}\`}\`.execute(database)
    await sql\`with gone as (delete from things returning thing_id) delete from parts\`.execute(database)
    await sql\`select from things for update\`.execute(database)
    await sql\`update things set state = \${3} returning state\`.execute(database)
    const plain = 'insert into things (state) values ($1)'
    const long = \`insert into things (state) values ($1)\``)
  expect(statements).toMatchObject([
    { line: 2, text: 'state = 1', returnsRows: false },
    {
      line: 3,
      text: 'select thing_id from things where $ and ? state = $ $',
      isTyped: true,
      returnsRows: true,
    },
    { line: 4, isTyped: false, returnsRows: false },
    { line: 5, returnsRows: false },
    { line: 6, isTyped: false, returnsRows: true },
    { line: 8, text: 'insert into things (state) values ($1)', returnsRows: false },
  ])
})
