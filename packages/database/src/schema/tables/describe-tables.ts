import { columnNotes } from './column-notes.ts'

const tablePattern = /^create (?:unlogged )?table (\w+) \(\n(.*?)\n\)/gms
const columnPattern =
  /^ {2}(?<name>\w+) (?<type>[a-z ]+?(?:\[\])?)(?: collate "C")?(?<identity> generated always as identity)?(?<notNull> not null)?(?<byDefault> default .+)?,?$/
const wordsPattern =
  /^alter table (\w+) add constraint \w+ CHECK \(\((\w+) = ANY \(ARRAY\[([^\]]+)\]\)\)\);$/gm

/** What the driver reads for each type that the schema has. */
const types: Readonly<Record<string, string>> = {
  bigint: 'string',
  boolean: 'boolean',
  bytea: 'Buffer',
  date: 'Date',
  'double precision': 'number',
  integer: 'number',
  json: 'Json',
  jsonb: 'Json',
  smallint: 'number',
  text: 'string',
  'text[]': 'string[]',
  'timestamp with time zone': 'Date',
  'timestamp with time zone[]': 'Date[]',
  uuid: 'string',
}

/**
 * Returns the source of the types of all tables that `schema.sql` creates. A column whose constraint lists its words
 * has the type of these words.
 */
export function describeTables(schema: string, notes = columnNotes): string {
  const words = new Map(
    Array.from(schema.matchAll(wordsPattern), ([, table, column, list = '']) => [
      `${table}.${column}`,
      list.replaceAll('::text', '').split(', ').join(' | '),
    ]),
  )
  const unused = new Set(Object.keys(notes))
  const noteOf = (name: string, indent: string): string =>
    unused.delete(name) ? `${indent}/** ${notes[name]} */\n` : ''

  const tables = Array.from(schema.matchAll(tablePattern), ([, table = '', list = '']) => {
    const columns = list.split('\n').map((line) => {
      const [name, type] = describeColumn(table, line, words)
      return `${noteOf(`${table}.${name}`, '    ')}    ${name}: ${type}\n`
    })
    return `${noteOf(table, '  ')}  ${table}: {\n${columns.join('')}  }\n`
  })
  if (unused.size > 0) throw new Error(`The schema has no ${[...unused].join(', ')}, which has a note.`)
  return `// Made of schema.sql: \`npm test -- packages/database/src/schema -u\` writes both.
import type { Generated, GeneratedAlways } from 'kysely'
import type { Json } from './json-column.ts'

export type SchemaTables = {
${tables.join('')}}
`
}

function describeColumn(table: string, line: string, words: ReadonlyMap<string, string>): [string, string] {
  const { name = '', type = '', identity, notNull, byDefault } = columnPattern.exec(line)?.groups ?? {}
  const plain = words.get(`${table}.${name}`) ?? types[type]
  if (plain === undefined) throw new Error(`A column of ${table} has no type in TypeScript: ${line.trim()}`)
  const read = notNull === undefined ? `${plain} | null` : plain
  if (identity !== undefined) return [name, `GeneratedAlways<${read}>`]
  return [name, byDefault === undefined ? read : `Generated<${read}>`]
}
