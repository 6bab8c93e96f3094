import { randomUUID } from 'node:crypto'
import { createWorkspace } from '@signalpost/database/access'
import { scopes } from '@signalpost/domain'
import { findFilterValue } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import fc from 'fast-check'
import { afterAll, expect } from 'vitest'
import type { z } from 'zod'
import { routes } from '../routes/routes.ts'
import { ask } from '../test-support/check-answer.ts'
import { startTestApi, type TestApi } from '../test-support/start-test-api.ts'

type Row = { orgId: string; id: string; rank: number; note: string }

/** How to create, change and remove the rows of a list. */
type List = {
  path: string
  idOf: (item: Record<string, unknown>) => unknown
  /** Stores the row at its rank; stored again with another note, it changes without moving. */
  put: (row: Row) => Promise<void>
  /** Gives the row another place in the order, if it can have one. */
  move: (row: Row) => Promise<void>
  remove: (row: Row) => Promise<void>
}

const startMs = Date.now()
let api: TestApi

test.beforeAll(async ({ testDatabase }) => {
  api = await startTestApi({ databaseUrl: testDatabase.url })
})

afterAll(() => api.stop())

const atRank = (rank: number): string => new Date(startMs - 3_600_000 * (rank >> 1)).toISOString()

const putSignal = async ({ orgId, id, rank, note }: Row, members: object = {}): Promise<void> => {
  await api.storeSignal({
    id,
    orgId,
    relevanceScore: rank % 2,
    publishedAt: atRank(rank),
    title: note,
    ...members,
  })
}
const createdAndDeleted = (
  name: 'listener' | 'deal',
  members: object,
): Pick<List, 'put' | 'move' | 'remove'> => {
  const put = ({ orgId, id, rank, note }: Row): Promise<void> =>
    api.apply(`${name}.updated`, { [name]: { id, name: note, createdAt: atRank(rank), ...members } }, orgId)
  const remove = ({ orgId, id }: Row): Promise<void> =>
    api.apply(`${name}.deleted`, { [`${name}Id`]: id }, orgId)
  // Only an event before all others moves it; later events keep createdAt.
  return { put, move: remove, remove }
}

const lists: Record<string, List> = {
  listResults: {
    path: '/v1/results',
    idOf: ({ id }) => id,
    put: putSignal,
    move: (row) => putSignal({ ...row, rank: row.rank + 5 }),
    remove: ({ orgId, id }) => api.apply('signal.deleted', { signalId: id }, orgId),
  },
  listAccounts: {
    path: '/v1/accounts',
    idOf: ({ accountKey }) => accountKey,
    put: (row) => putSignal({ ...row, id: `${row.id}-${row.note}` }, { accountKey: row.id }),
    // Moves all its signals elsewhere.
    move: async (row) => {
      for (const note of ['first', 'touched']) {
        await putSignal({ ...row, id: `${row.id}-${note}` }, { accountKey: `${row.id}~` })
      }
    },
    remove: async ({ orgId, id }) => {
      for (const note of ['first', 'touched'])
        await api.apply('signal.deleted', { signalId: `${id}-${note}` }, orgId)
    },
  },
  listListeners: {
    path: '/v1/listeners',
    idOf: ({ id }) => id,
    ...createdAndDeleted('listener', { mode: 'market', objective: 'find_customers' }),
  },
  listDeals: { path: '/v1/pipeline', idOf: ({ id }) => id, ...createdAndDeleted('deal', { stage: 'new' }) },
  listCollections: {
    path: '/v1/collections',
    idOf: ({ id }) => id,
    put: putCollection,
    move: removeCollection,
    remove: removeCollection,
  },
  getCollection: {
    path: '/v1/collections/col_saved',
    idOf: ({ id }) => id,
    put: async (row) => {
      await putCollection({ ...row, id: 'col_saved', rank: 0 })
      await putSignal(row)
      await save(row)
    },
    move: async (row) => {
      await removeSaved(row)
      await save({ ...row, rank: row.rank + 5 })
    },
    remove: ({ orgId, id }) => api.apply('signal.deleted', { signalId: id }, orgId),
  },
  listNotes: {
    path: '/v1/notes?targetType=signal&targetId=noted',
    idOf: ({ id }) => id,
    put: async (row) => {
      await putSignal({ ...row, id: 'noted' })
      await query(
        `insert into notes (org_id, note_id, target_type, target_id, body, created_at, created_by)
         values ($1, $2, 'signal', 'noted', $3, $4, 'usr_ada')
         on conflict (org_id, note_id) do update set body = excluded.body`,
        [row.orgId, row.id, row.note, atRank(row.rank)],
      )
    },
    // A note stays where it is.
    move: async () => undefined,
    remove: async () => undefined,
  },
  listResultAlerts: {
    path: '/v1/results/alerted/alerts',
    idOf: ({ channelName }) => channelName,
    put: async (row) => {
      await putSignal({ ...row, id: 'alerted' })
      const channelId = `${row.orgId} ${row.id}`
      await query(
        `insert into channels (channel_id, org_id, kind, name, settings)
         values ($1, $2, 'webhook', $3, '{}') on conflict do nothing`,
        [channelId, row.orgId, row.id],
      )
      await query(
        `insert into dispatches (org_id, rule_id, channel_id, signal_id, decided_at, status, is_instant)
         values ($1, 'rul_1', $2, 'alerted', $3, 'pending', true)
         on conflict (org_id, rule_id, channel_id, signal_id) do update set status = 'failed'`,
        [row.orgId, channelId, atRank(row.rank)],
      )
    },
    // A decision stays where it is.
    move: async () => undefined,
    remove: async () => undefined,
  },
}

async function query(text: string, values: unknown[]): Promise<void> {
  await api.pool.query(text, values)
}

async function putCollection({ orgId, id, rank, note }: Row): Promise<void> {
  await query(
    `insert into collections (org_id, collection_id, name, name_key, created_at) values ($1, $2, $3, $2, $4)
     on conflict (org_id, collection_id) do update set name = excluded.name`,
    [orgId, id, note, atRank(rank)],
  )
}

async function removeCollection({ orgId, id }: Row): Promise<void> {
  await query('delete from collections where org_id = $1 and collection_id = $2', [orgId, id])
}

async function save({ orgId, id, rank }: Row): Promise<void> {
  await query(
    `insert into collection_signals (org_id, collection_id, signal_id, saved_at)
     values ($1, 'col_saved', $2, $3) on conflict do nothing`,
    [orgId, id, atRank(rank)],
  )
}

async function removeSaved({ orgId, id }: Row): Promise<void> {
  await query('delete from collection_signals where org_id = $1 and signal_id = $2', [orgId, id])
}

test('knows every list', () => {
  const paged = routes.filter(({ query }) => 'cursor' in query.shape).map(({ operationId }) => operationId)
  expect(Object.keys(lists).toSorted()).toEqual(paged.toSorted())
})

const change = fc.record({
  kind: fc.constantFrom('insert', 'touch', 'move', 'remove'),
  which: fc.nat(100),
  rank: fc.nat(11),
})
const history = fc.record({
  ranks: fc.array(fc.nat(11), { minLength: 4, maxLength: 14 }),
  pages: fc.array(
    fc.record({ limit: fc.integer({ min: 1, max: 4 }), changes: fc.array(change, { maxLength: 3 }) }),
    { minLength: 15, maxLength: 15 },
  ),
})

test.each(Object.entries(lists))(
  '%s returns each row that was there throughout exactly once, whatever happens to the others',
  async (_name, { path, idOf, put, move, remove }) => {
    await fc.assert(
      fc.asyncProperty(history, async ({ ranks, pages }) => {
        const orgId = `org_${randomUUID().replaceAll('-', '')}`
        const workspace = {
          orgId,
          name: orgId,
          plan: 'standard',
          accountIntelligence: true,
          analysisAllowance: 0,
        }
        await createWorkspace(api.database, workspace)
        const key = await api.createKey({ orgId, scopes })
        const rowOf = (rank: number, index: number, note = 'first'): Row => {
          const letters = index.toString(36).padStart(2, '0')
          return { orgId, id: `n:${letters.split('').toReversed().join('')}`, rank, note }
        }
        const before = ranks.map((rank, index) => rowOf(rank, index))
        for (const row of before) await put(row)
        const undisturbed = new Set(before.map(({ id }) => id))
        let made = before.length

        const walked: unknown[] = []
        let cursor: string | null = ''
        for (let page = 0; cursor !== null; page += 1) {
          const { limit, changes } = pages[page] ?? { limit: 100, changes: [] }
          const search = `limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`
          const answer = await ask(`${api.url}${path}${path.includes('?') ? '&' : '?'}${search}`, { key })
          expect(answer.status).toBe(200)
          // The cast: the answer was checked against the description.
          const body = answer.body as { items: Record<string, unknown>[]; nextCursor: string | null }
          walked.push(...body.items.map(idOf))
          cursor = body.nextCursor
          for (const { kind, which, rank } of changes) {
            const row = before[which % before.length]
            if (kind === 'insert') {
              await put(rowOf(rank, made))
              made += 1
            } else if (row !== undefined && undisturbed.has(row.id)) {
              if (kind === 'touch') await put({ ...row, note: 'touched' })
              else {
                await (kind === 'move' ? move(row) : remove(row))
                undisturbed.delete(row.id)
              }
            }
          }
        }
        for (const id of undisturbed) expect(walked.filter((one) => one === id)).toHaveLength(1)
      }),
      { numRuns: 6 },
    )
  },
)

test.each(Object.entries(lists))(
  '%s takes a cursor only in its workspace, of its own, and with the same filters',
  async (operationId, { path, put }) => {
    const orgIds = ['one', 'two'].map((name) => `org_${name}${randomUUID().replaceAll('-', '')}`)
    for (const orgId of orgIds) {
      const workspace = { name: orgId, plan: 'standard', accountIntelligence: true, analysisAllowance: 0 }
      await createWorkspace(api.database, { orgId, ...workspace })
      for (const rank of [1, 3, 5]) await put({ orgId, id: `n:${rank}`, rank, note: 'first' })
    }
    const [key, otherKey] = await Promise.all(orgIds.map((orgId) => api.createKey({ orgId, scopes })))
    const askFor = async (from: string, search: string, by = key) =>
      ask(`${api.url}${from}${from.includes('?') ? '&' : '?'}${search}`, {
        ...(by !== undefined && { key: by }),
      })
    const { body } = await askFor(path, 'limit=1')
    // The cast: the answer was checked against the description.
    const cursor = `cursor=${(body as { nextCursor: string }).nextCursor}`
    expect((await askFor(path, cursor)).status).toBe(200)
    const shape: Record<string, z.ZodType> =
      routes.find((one) => one.operationId === operationId)?.query.shape ?? {}
    const filters = Object.entries(shape).filter(
      ([name]) => !['limit', 'cursor', 'targetType', 'targetId'].includes(name),
    )
    const values = filters.flatMap(([name, schema]) => {
      const value = findFilterValue(schema)
      return value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]
    })
    const wrong = [
      await askFor(path, cursor, otherKey),
      ...(await Promise.all(values.map((value) => askFor(path, `${value}&${cursor}`)))),
      ...(await Promise.all(
        Object.values(lists)
          .filter((one) => one.path !== path)
          .map((one) => askFor(one.path, cursor)),
      )),
    ]
    for (const answer of wrong) {
      expect([answer.status, answer.body]).toEqual([
        400,
        expect.objectContaining({ detail: [expect.objectContaining({ path: 'cursor' })] }),
      ])
    }
  },
)

test('ends a page of signals early when their texts are long, and continues after it', async () => {
  const key = await api.createKey({ scopes: ['signals:read'] })
  const listenerId = 'lsn_long'
  for (let rank = 0; rank < 12; rank += 1) {
    await putSignal(
      { orgId: 'org_one', id: `long-${rank}`, rank, note: 'x' },
      { listenerId, excerpt: 'x'.repeat(1_000_000) },
    )
  }
  const pages: string[][] = []
  let cursor = ''
  do {
    const { body, text } = await ask(`${api.url}/v1/results?limit=100&listenerId=${listenerId}${cursor}`, {
      key,
    })
    expect(text.length).toBeLessThan(10_000_000)
    const { items, nextCursor } = body as { items: { id: string }[]; nextCursor: string | null }
    pages.push(items.map(({ id }) => id))
    cursor = nextCursor === null ? '' : `&cursor=${nextCursor}`
  } while (cursor !== '')
  expect(pages.map((ids) => ids.length)).toEqual([9, 3])
  expect(new Set(pages.flat()).size).toBe(12)
})
