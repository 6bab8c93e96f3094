import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findUnknownNames, readColumns, type SchemaColumns } from '../test-support/find-unknown-names.ts'
import { readStatements } from '../test-support/read-statements.ts'

// Raw SQL is text to the compiler. What a statement returns gets its type from the tables; the names in it are compared
// with the schema here.

const root = join(import.meta.dirname, '../../../..')
const columns = readColumns(readFileSync(join(import.meta.dirname, '../../schema.sql'), 'utf8'))

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'packages/database/src'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file.endsWith('.ts') && existsSync(join(root, file)))
  .filter((file) => !/\.test\.ts$|\/(test-support|migrations|isolation|schema)\//.test(file))
/** Names from a part that another file, or a name at run time, adds to the statement. */
const namedElsewhere: Readonly<Record<string, string[]>> = {
  'packages/database/src/changes/canonical-records.ts': ['_version'],
  'packages/database/src/changes/checksum-source.ts': ['canonical', 'unfit', 'version'],
  'packages/database/src/changes/project-records.ts': ['is_there'],
  'packages/database/src/dispatches/alerts/list-alerts.ts': ['until'],
  'packages/database/src/dispatches/channels/channel-queues.ts': ['until'],
  'packages/database/src/records/accounts/read-accounts.ts': ['term', 'user_id'],
}

const statements = files.map((file) => ({
  file,
  inFile: readStatements(readFileSync(join(root, file), 'utf8')),
}))

test('every raw statement that returns rows says their type', () => {
  const untyped = statements.flatMap(({ file, inFile }) =>
    inFile.filter(({ returnsRows, isTyped }) => returnsRows && !isTyped).map(({ line }) => `${file}:${line}`),
  )
  expect(untyped).toEqual([])
})

test('raw statements name only tables and columns of the schema', () => {
  expect(findUnknown(columns)).toEqual([])
})

test.each([
  ['deliveries', 'due_at', 'ledger/claim-deliveries.ts'],
  ['messages', 'waits_since', 'dispatches/messages/take-message.ts'],
  ['requests', 'trace_id', 'ledger/store-deliveries.ts'],
  ['rules', 'position', 'rules/rules.ts'],
])('a column that is renamed, %s.%s, is missed in %s', (table, column, file) => {
  const renamed = new Set([...(columns.get(table) ?? [])].filter((name) => name !== column))
  expect(findUnknown(new Map([...columns, [table, renamed]]))).toContainEqual(
    expect.stringMatching(new RegExp(`/${file}:\\d+ ${column}$`)),
  )
})

function findUnknown(schema: SchemaColumns): string[] {
  return statements.flatMap(({ file, inFile }) => {
    const texts = inFile.map(({ text }) => text)
    return findUnknownNames(texts, schema).flatMap((names, at) =>
      names
        .filter((name) => !namedElsewhere[file]?.includes(name))
        .map((name) => `${file}:${inFile[at]?.line} ${name}`),
    )
  })
}
