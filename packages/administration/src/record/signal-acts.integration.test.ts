import { createWorkspace } from '@signalpost/database/access'
import { listAuditEntries } from '@signalpost/database/acts'
import { findSignal, writeEvents } from '@signalpost/database/records'
import { instantOf } from '@signalpost/domain'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { performAct } from '../perform-act.ts'
import { admin } from '../test-support/callers.ts'
import type { RecordServices } from './record-services.ts'
import { assignSignalAct, judgeSignalAct, markSignalReadAct } from './signal-acts.ts'

const orgId = 'org_a'
const signal = { orgId, signalId: 'sig_1' }
const caller = { ...admin, orgId }
let services: RecordServices

test.beforeAll(async ({ database }) => {
  services = { database, nowMs: Date.now }
  const workspace = { orgId, name: orgId, plan: 'standard', accountIntelligence: true, analysisAllowance: 1 }
  await createWorkspace(database, workspace)
  const at = instantOf(Date.now())
  const stored = {
    ...{ id: 'sig_1', orgId, listenerId: 'lsn_1', source: 'reddit', url: 'https://example.com/' },
    ...{ title: 'A title', excerpt: 'Text', postedAt: at, firstSeenAt: at, relevanceScore: 50 },
    ...{ classification: 'relevant', rationale: 'because', matchedKeywords: [] },
  }
  const event = {
    orgId,
    idPrefix: 'svc_' as const,
    type: 'signal.created',
    dataAt: () => ({ signal: stored }),
  }
  await database
    .transaction()
    .execute((transaction) => writeEvents(transaction, [event], { nowMs: Date.now() }))
})

test('a verdict, its repetition and its withdrawal leave two audit rows and two events', async () => {
  const judge = (verdict: 'good' | 'bad' | 'none') =>
    performAct(services, { caller, act: judgeSignalAct, input: { ...signal, verdict } })
  const judged = await judge('good')
  expect(judged.feedback).toEqual({ verdict: 'good', at: expect.any(String) })
  expect((await judge('good')).feedback).toEqual(judged.feedback)
  expect(await judge('none')).not.toHaveProperty('feedback')
  expect(await judge('none')).not.toHaveProperty('feedback')
  expect(await statesOf('signal.judge')).toEqual([
    [{ verdict: null }, { verdict: 'good' }],
    [{ verdict: 'good' }, { verdict: null }],
  ])
  expect(await eventsOf('feedback')).toBe(2)
})

test('a signal is read once, at its first moment', async () => {
  const read = () => performAct(services, { caller, act: markSignalReadAct, input: signal })
  const { readAt } = await read()
  expect(readAt).toEqual(expect.any(String))
  expect((await read()).readAt).toBe(readAt)
  expect(await statesOf('signal.read')).toEqual([[{ readAt: null }, { readAt }]])
  expect(await eventsOf('readAt')).toBe(1)
  expect(await findSignal(services.database, signal)).toMatchObject({ readAt })
})

test('an assignment to no one takes the assignee away, once', async () => {
  const assign = (userId: string | null) =>
    performAct(services, { caller, act: assignSignalAct, input: { ...signal, assignedTo: userId } })
  await assign('usr_ada')
  await assign(null)
  expect(await assign(null)).not.toHaveProperty('assignedTo')
  expect(await statesOf('signal.assign')).toEqual([
    [{ assignedTo: null }, { assignedTo: 'usr_ada' }],
    [{ assignedTo: 'usr_ada' }, { assignedTo: null }],
  ])
  expect(await eventsOf('assignedTo')).toBe(2)
})

/** Returns the states before and after of each audit row of an act, the oldest first. */
async function statesOf(act: string): Promise<unknown[][]> {
  const entries = await listAuditEntries(services.database, { orgId, act }, { limit: 10 })
  return entries.map(({ before, after }) => [before, after]).toReversed()
}

async function eventsOf(register: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from signal_events where org_id = ${orgId} and register = ${register}`.execute(
    services.database,
  )
  return rows[0]?.count ?? 0
}
