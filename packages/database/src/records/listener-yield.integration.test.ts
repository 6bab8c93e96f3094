import { exampleSignal } from '@signalpost/domain'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { createWorkspace } from '../access/workspaces.ts'
import { readListenerYields } from './listener-yield.ts'
import { writeEvents } from './write-events.ts'

const orgId = 'org_one'

test('counts the verdicts of the newest signals of a listener, and when it found the last', async ({
  database,
}) => {
  const plan = { name: 'One', plan: 'standard', accountIntelligence: false, analysisAllowance: 1 }
  await createWorkspace(database, { orgId, ...plan })
  const signals = ['a', 'b', 'c', 'd'].map((id) => ({
    ...{ ...exampleSignal, orgId, id: `sig_${id}` },
    listenerId: id === 'd' ? 'lsn_other' : 'lsn_one',
  }))
  const verdicts = { sig_a: 'good', sig_b: 'bad', sig_d: 'good' }
  const events = [
    ...signals.map((signal) => ({ type: 'signal.created', dataAt: () => ({ signal }) })),
    ...Object.entries(verdicts).map(([signalId, verdict]) => ({
      type: 'signal.feedback',
      dataAt: (at: string) => ({ signalId, feedback: { verdict, at } }),
    })),
  ].map((event) => ({ orgId, idPrefix: 'svc_' as const, ...event }))
  await database
    .transaction()
    .execute((transaction) => writeEvents(transaction, events, { nowMs: Date.now() }))
  await sql`update signals set stored_at = '2026-11-20T09:00:00Z' where signal_id = 'sig_a'`.execute(database)
  await sql`update signals set stored_at = '2026-11-20T08:00:00Z' where signal_id in ('sig_b', 'sig_c')`.execute(
    database,
  )
  const listenerIds = ['lsn_one', 'lsn_none']
  expect([...(await readListenerYields(database, { orgId, listenerIds }))]).toEqual([
    ['lsn_one', { lastFoundAt: new Date('2026-11-20T09:00:00Z'), good: 1, bad: 1 }],
  ])
  expect(await readListenerYields(database, { orgId: 'org_two', listenerIds })).toEqual(new Map())
})
