import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// A session that packages/postgres did not open reads values as the database's own settings write them.

const root = join(import.meta.dirname, '..')

/** Files that may open connections of their own, and why. */
const exempt: Record<string, string> = {
  'packages/postgres/src/create-session-pool.ts': 'it is the place',
  'packages/postgres/src/is-pooled-by-transaction.ts': 'it reads the number of a process and nothing else',
  'infra/embedded-postgres/src/backup/base-backup.ts':
    'it speaks the replication protocol, in which a session has no settings',
}

const shipped = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'apps', 'packages', 'infra'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(
    (file) => /\.(ts|tsx|mjs)$/.test(file) && !/\.test\.ts$|\/test-support\/|^packages\/testing\//.test(file),
  )
const imports = /from 'pg'|import\('pg'\)|require\('pg'\)/
const opens = /new\s+(?:pg\s*\.\s*)?(?:native\s*\.\s*)?(?:Client|Pool)\s*\(/
/** BullMQ opens its own sessions from anything but a pool. */
const queuePool = 'const connection = pool as unknown as PostgresConnectionOptions'

test('only packages/postgres opens sessions of PostgreSQL', () => {
  const opening = shipped.filter((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return imports.test(text) && opens.test(text)
  })
  expect(opening.toSorted()).toEqual(Object.keys(exempt).toSorted())
})

test('BullMQ and Kysely work on a pool of packages/postgres', () => {
  const building = shipped.filter((file) =>
    /createPostgresBackend|PostgresDialect\(/.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(building.toSorted()).toEqual([
    'packages/database/src/database.ts',
    'packages/queues/src/open-connection.ts',
  ])
  for (const file of building) {
    expect(readFileSync(join(root, file), 'utf8')).toMatch(
      /import \{[^}]*createSessionPool[^}]*\} from '@signalpost\/postgres'/,
    )
  }
  expect(readFileSync(join(root, 'packages/queues/src/open-connection.ts'), 'utf8')).toContain(queuePool)
})
