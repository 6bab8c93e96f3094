import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { beforeEach, expect } from 'vitest'
import { createApiKey } from '../access/api-keys.ts'
import { createWorkspace, updateWorkspace } from '../access/workspaces.ts'
import type { Database } from '../database.ts'
import { takeAnalysisCall } from './analysis-calls.ts'
import { countAnalysis, releaseAnalysis, reserveAnalysis } from './reserve-analysis.ts'

const limit = 5
let database: Database
let orgId = ''
let keyId = ''
let made = 0

test.beforeAll(async ({ database: openedDatabase }) => {
  database = openedDatabase
})

beforeEach(async () => {
  made += 1
  orgId = `org_${made}`
  await createWorkspace(database, {
    orgId,
    name: 'One',
    plan: 'standard',
    accountIntelligence: true,
    analysisAllowance: 3,
  })
  keyId = (await createApiKey(database, { orgId, scopes: ['listeners:analyse'] })).keyId
})

const take = () => takeAnalysisCall(database, { orgId, callerId: keyId, limit })
const reserve = () => reserveAnalysis(database, { orgId, leaseMs: 60_000 })

async function reserveId(): Promise<string> {
  const reservation = await reserve()
  if (!reservation.isReserved) throw new Error('nothing was left')
  return reservation.analysisId
}

function count(analysisId: string) {
  return database.transaction().execute((transaction) => countAnalysis(transaction, { orgId, analysisId }))
}

async function letPass(interval: string): Promise<void> {
  await sql`
    update analysis_calls
    set called_at = array(select at - ${interval}::interval from unnest(called_at) at)
    where org_id = ${orgId}`.execute(database)
  await sql`
    update analyses set reserved_at = reserved_at - ${interval}::interval,
                        leased_until = leased_until - ${interval}::interval
    where org_id = ${orgId}`.execute(database)
}

test('lets just as many calls through in an hour, however many come at once', async () => {
  const calls = await Promise.all(Array.from({ length: 20 }, take))
  expect(calls.filter(({ isTaken }) => isTaken)).toHaveLength(limit)
})

test('lets a call through again when the oldest of them is an hour old', async () => {
  await take()
  await letPass('40 minutes')
  for (let call = 1; call < limit; call += 1) await take()
  const refused = await take()
  expect(refused).toMatchObject({ isTaken: false })
  const { retryAfterSeconds } = refused.isTaken ? { retryAfterSeconds: 0 } : refused
  expect(retryAfterSeconds).toBeGreaterThan(19 * 60)
  expect(retryAfterSeconds).toBeLessThanOrEqual(20 * 60)

  await letPass('20 minutes')
  expect(await take()).toEqual({ isTaken: true })
  expect(await take()).toMatchObject({ isTaken: false })
})

test('does not count a call that was refused', async () => {
  for (let call = 0; call < limit * 2; call += 1) await take()
  await letPass('61 minutes')
  const calls = await Promise.all(Array.from({ length: limit }, take))
  expect(calls.every(({ isTaken }) => isTaken)).toBe(true)
})

test('counts each key by itself', async () => {
  for (let call = 0; call < limit; call += 1) await take()
  const other = await createApiKey(database, { orgId, scopes: ['listeners:analyse'] })
  expect(await takeAnalysisCall(database, { orgId, callerId: other.keyId, limit })).toEqual({ isTaken: true })
})

test('never reserves more than the allowance, however many ask at once', async () => {
  const reservations = await Promise.all(Array.from({ length: 12 }, reserve))
  expect(reservations.filter(({ isReserved }) => isReserved)).toHaveLength(3)
})

test('counts what succeeded and gives back what did not', async () => {
  const [first, second, third] = [await reserveId(), await reserveId(), await reserveId()]
  expect(await count(first)).toMatchObject({ allowance: 3, used: 1 })
  await releaseAnalysis(database, { orgId, analysisId: second })
  await releaseAnalysis(database, { orgId, analysisId: first })
  await reserveId()
  expect(await reserve()).toMatchObject({ isReserved: false })
  expect(await count(third)).toMatchObject({ allowance: 3, used: 2 })
})

test('frees a reservation when its lease has ended, and does not count it any more', async () => {
  const analysisId = await reserveId()
  await reserveId()
  await reserveId()
  expect(await reserve()).toMatchObject({ isReserved: false })
  await sql`update analyses set leased_until = now() where analysis_id = ${analysisId}`.execute(database)
  await reserveId()
  expect(await count(analysisId)).toBeUndefined()
})

test('starts over with the month', async () => {
  for (let analysis = 0; analysis < 3; analysis += 1) {
    await count(await reserveId())
  }
  const refused = await reserve()
  if (refused.isReserved || refused.reason !== 'used_up') throw new Error('The allowance is not used up.')
  const { resetsAt, retryAfterSeconds } = refused
  const { rows } = await sql<{ now: Date }>`select now()`.execute(database)
  const now = rows[0]?.now ?? new Date(0)
  const monthEnd = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1))
  expect(resetsAt).toEqual(monthEnd)
  expect(Math.abs(retryAfterSeconds - (monthEnd.getTime() - now.getTime()) / 1000)).toBeLessThan(30)

  await letPass('32 days')
  expect(await count(await reserveId())).toMatchObject({ used: 1 })
})

test('follows the allowance when it is changed', async () => {
  await updateWorkspace(database, orgId, { analysisAllowance: 0 })
  expect(await reserve()).toMatchObject({ isReserved: false })
  await updateWorkspace(database, orgId, { analysisAllowance: 1 })
  expect(await reserve()).toMatchObject({ isReserved: true })
})
