import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@signalpost/testing/test'
import { expect } from 'vitest'
import { createDatabase } from './database.ts'
import { countHours, findTrouble, readPulse } from './overview/index.ts'
import { findDueWork } from './processes/find-due-work.ts'
import { createPartitions } from './schema/partitions.ts'

const orgId = 'org_one'
/** Each day's table begins empty and is full before it is analysed. The others are analysed as they grow, and planned again. */
const wholeDay = /Seq Scan on deliveries_\d+/

test('what is planned once reads deliveries by an index, also if they were none then', async ({
  testDatabase,
}) => {
  const { database, pool } = createDatabase({
    ...{ url: testDatabase.url, applicationName: 'test', maxConnections: 1 },
    onConnectionError: () => undefined,
  })
  const nowMs = Date.now()
  await createPartitions(database, { nowMs, daysAhead: 1 })
  await findDueWork(database, nowMs)
  await readPulse(database, { orgId })
  await findTrouble(database, { orgId, nowMs })
  await countHours(database, { orgId, nowMs, hours: 48 })

  const { rows: prepared } = await pool.query<{ name: string; statement: string }>(
    'select name, statement from pg_prepared_statements order by name',
  )
  expect(prepared.map(({ name }) => name)).toEqual(namesInSources())
  for (const { name, statement } of prepared) {
    const { rows } = await pool.query(`explain (generic_plan) ${statement}`)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan, name).toMatch(/Index (?:Only )?Scan .*on deliveries_\d+/)
    expect(plan, name).not.toMatch(wholeDay)
  }
  await database.destroy()
})

function namesInSources(): string[] {
  const texts = globSync('**/*.ts', { cwd: import.meta.dirname }).map((file) =>
    readFileSync(join(import.meta.dirname, file), 'utf8'),
  )
  const calls = texts.flatMap((text) => [...text.matchAll(/runPrepared\(database, \{\s*name: '([\w-]+)'/g)])
  return calls.flatMap(([, name = '']) => name).toSorted()
}
