import { exampleSignal, readEvent } from '@signalpost/domain'
import { findFreePort } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { describe, expect, vi } from 'vitest'
import { createDatabase, type Database, type DatabasePool } from '../../database.ts'
import { isStoreFault } from '../../store-fault.ts'
import { mergeContributions } from '../merge/merge-contributions.ts'
import { createSignalReader } from './create-signal-reader.ts'
import { findSignal } from './read-signals.ts'

const nowMs = Date.parse('2026-11-20T12:00:00.000Z')
const orgs = ['org_one', 'org_two']
const count = 20
let database: Database
let pool: DatabasePool

test.beforeAll(async ({ connection }) => {
  ;({ database, pool } = connection)
  for (const orgId of orgs) {
    for (let index = 0; index < count; index += 1) await store(orgId, `sig_${index}`)
  }
  await apply('org_one', 'signal.read', { signalId: 'sig_3', readAt: '2026-11-20T11:00:00.000Z' })
  await apply('org_one', 'signal.read', { signalId: 'registers-only', readAt: '2026-11-20T11:00:00.000Z' })
  await apply('org_one', 'signal.deleted', { signalId: 'sig_4' })
})

describe('createSignalReader', () => {
  test('gives each caller what it would have found alone, whatever is asked for beside it', async () => {
    const read = createSignalReader(pool)
    const ids = [...Array(count).keys()].map((index) => `sig_${index}`)
    const asked = [...ids, 'missing', 'registers-only', 'sig_3'].flatMap((signalId) =>
      ['org_two', 'org_one', 'org_other'].map((orgId) => ({ orgId, signalId })),
    )
    const found = await Promise.all(asked.map(read))
    const alone = await Promise.all(asked.map((one) => findSignal(database, one)))
    expect(found).toStrictEqual(alone)
    expect(found.filter((signal) => signal !== undefined)).toHaveLength(2 * count + 1)
  })

  test('reads signals that are asked for at once by few statements of at most 16', async () => {
    const query = vi.spyOn(pool, 'query')
    const read = createSignalReader(pool)
    await Promise.all(
      [...Array(40).keys()].map((index) => read({ orgId: 'org_one', signalId: `sig_${index}` })),
    )
    const sizes = query.mock.calls.map(([statement]) => sizeOf(statement))
    query.mockRestore()
    expect(sizes).toEqual([16, 16, 8])
  })

  test('sees what was stored before it was asked, while another statement runs', async () => {
    const read = createSignalReader(pool)
    const earlier = Promise.all(
      [...Array(40).keys()].map(() => read({ orgId: 'org_one', signalId: 'sig_new' })),
    )
    await new Promise((resolve) => setImmediate(resolve))
    await store('org_one', 'sig_new')
    expect(await read({ orgId: 'org_one', signalId: 'sig_new' })).toMatchObject({ id: 'sig_new' })
    await earlier
  })

  test('rejects every read of a statement that fails, and starts the next one', async () => {
    const away = createDatabase({
      url: `postgres://nobody@127.0.0.1:${await findFreePort()}/none`,
      applicationName: 'test',
      onConnectionError: () => undefined,
    })
    const read = createSignalReader(away.pool)
    for (const _round of [1, 2]) {
      const reads = await Promise.allSettled(
        [...Array(40).keys()].map((index) => read({ orgId: 'org_one', signalId: `sig_${index}` })),
      )
      expect(reads.map(({ status }) => status)).toEqual(Array(40).fill('rejected'))
      expect(reads.every((one) => one.status === 'rejected' && isStoreFault(one.reason))).toBe(true)
    }
    await away.database.destroy()
  })
})

/** The number of signals that a statement asks for. */
function sizeOf(statement: unknown): number | undefined {
  const { values } = statement as { values?: unknown[][] } // the cast: the overloads of `query` take texts too
  return values?.[1]?.length
}

async function store(orgId: string, id: string): Promise<void> {
  await apply(orgId, 'signal.created', { signal: { ...exampleSignal, orgId, id } })
}

let events = 0

async function apply(orgId: string, type: string, data: Record<string, unknown>): Promise<void> {
  events += 1
  const event = { id: `evt_${events}`, type, occurredAt: new Date(nowMs + events).toISOString(), orgId, data }
  const reading = readEvent(event, { orgId, sourceId: 'src_1', receivedAtMs: nowMs })
  if (reading.verdict !== 'valid') throw new Error(JSON.stringify(reading))
  const contributions = reading.contributions.map((contribution) => ({ ...contribution, orgId }))
  await database
    .transaction()
    .execute((transaction) => mergeContributions(transaction, contributions, { nowMs }))
}
