import { readEvent } from '@signalpost/domain'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { beforeEach, describe, expect } from 'vitest'
import type { Database, DatabasePool, DatabaseTransaction } from '../database.ts'
import { stepKeyOf } from '../dispatches/escalations/step-key.ts'
import { insertDispatches } from '../dispatches/write-dispatches.ts'
import { createCollection, deleteCollection } from '../records/collections/collections.ts'
import { saveSignal } from '../records/collections/saved-signals.ts'
import { mergeContributions } from '../records/merge/merge-contributions.ts'
import { createNote } from '../records/notes.ts'
import { captureEvents } from './ledger-events/capture-events.ts'
import { receive } from './test-support/receive.ts'
import { joinTwo, sendOnce } from './test-support/send-and-join.ts'

const orgId = 'org_one'
const nowMs = Date.parse('2026-11-20T12:00:00.000Z')
const at = '2026-11-20T09:00:00.000Z'
const signal = {
  id: 'sig_1',
  orgId,
  listenerId: 'lsn_1',
  source: 'reddit',
  url: 'https://example.com/',
  title: 'A title',
  excerpt: 'Text',
  postedAt: at,
  relevanceScore: 50,
  classification: 'relevant',
  rationale: 'because',
  matchedKeywords: [],
  firstSeenAt: at,
  accountKey: 'd:example.com',
}
const everyTable = [
  'signals',
  'signal_registers',
  'accounts',
  'deals',
  'notes',
  'listeners',
  'listener_counts',
  'signal_events',
  'deal_events',
  'dispatches',
  'mirrored_records',
  'ledger_events',
]

let database: Database
let pool: DatabasePool

test.beforeAll(async ({ connection }) => {
  ;({ database, pool } = connection)
  await merge('signal.created', { signal })
  await merge('signal.assigned', { signalId: 'sig_1', assignedTo: { userId: 'usr_1', at, by: 'usr_1' } })
  await merge('listener.created', { listener: { id: 'lsn_1', name: 'L', mode: 'market', objective: 'o' } })
  await merge('deal.created', { deal: { id: 'deal_1', name: 'D', stage: 'new' } })
  await note()
})

beforeEach(() => sql`delete from change_inbox`.execute(database))

describe('what is written leaves its keys in the inbox', () => {
  test.each([
    {
      what: 'a new signal, with its account and the count of its listener',
      write: () => merge('signal.created', { signal: { ...signal, id: 'sig_2' } }),
      keys: ['accounts d:example.com', 'listeners lsn_1', 'signals sig_2'],
    },
    {
      what: 'a register, with its event and the account',
      write: () =>
        merge('signal.assigned', { signalId: 'sig_1', assignedTo: { userId: 'usr_2', at, by: 'usr_2' } }),
      keys: ['accounts d:example.com', expect.stringMatching(/^signal_events sev_/), 'signals sig_1'],
    },
    {
      what: 'a register of a signal that is not known, without the row that holds its key',
      write: () => merge('signal.read', { signalId: 'sig_9', readAt: at }),
      keys: [expect.stringMatching(/^signal_events sev_/), 'signals sig_9'],
    },
    {
      what: 'a deletion, with the history of the name and the stage',
      write: () => merge('deal.deleted', { dealId: 'deal_1' }),
      keys: [
        expect.stringMatching(/^deal_events dev_/),
        expect.stringMatching(/^deal_events dev_/),
        'deals deal_1',
      ],
    },
    {
      what: 'an alert of a rule and one of an escalation',
      write: async () => {
        const alert = { channelId: 'chn_1', signalId: 'sig_1', status: 'sent' as const, isInstant: true }
        const step = { escalationId: 'esc_1', round: 1, step: 1 }
        const dispatches = [
          { ...alert, ruleId: 'rul_1' },
          { ...alert, ruleId: stepKeyOf(step), step },
        ]
        await inTransaction((transaction) => insertDispatches(transaction, orgId, { dispatches, nowMs }))
      },
      keys: [
        expect.stringMatching(/^dispatches \d+$/),
        expect.stringMatching(/^dispatches \d+$/),
        expect.stringMatching(/^escalation_steps \d+$/),
      ],
    },
    {
      what: 'a list and what is saved in it, also when both are removed',
      write: () =>
        inTransaction(async (transaction) => {
          const list = { orgId, name: 'Spring', description: null, nowMs }
          const { id: collectionId } = await createCollection(transaction, list)
          await saveSignal(transaction, { orgId, collectionId, signalId: 'sig_1', nowMs })
          await deleteCollection(transaction, { orgId, collectionId })
        }),
      keys: [
        ...Array(2).fill(expect.stringMatching(/^collections col_/)),
        ...Array(2).fill(expect.stringMatching(/^saves col_\w+:sig_1$/)),
      ],
    },
    {
      what: 'a try to send an alert, and how it ended; one of another kind does not',
      write: async () => {
        await sendOnce(database, { orgId, signalId: 'sig_1', kind: 'event' })
        await sendOnce(database, { orgId, signalId: 'sig_1' })
      },
      keys: Array(2).fill(expect.stringMatching(/^attempts msg_\w+:1$/)),
    },
    {
      what: 'people who join, get a role or a name, and leave',
      write: () => joinTwo(database, { orgId, nowMs }),
      keys: Array(5).fill(expect.stringMatching(/^people usr_/)),
    },
    {
      what: 'events that are settled, once a warehouse has the ledger',
      write: async () =>
        captureEvents(database, await receive({ database, pool }, { orgId, body: [{}, {}] })),
      keys: Array(2).fill(expect.stringMatching(/^ledger_events dlv_/)),
    },
    { what: 'a note', write: note, keys: [expect.stringMatching(/^notes note_/)] },
    {
      what: 'a statement by hand over many rows',
      write: () => sql`update signals set urgency = 'low' where org_id = ${orgId}`.execute(database),
      keys: ['signals sig_1', 'signals sig_2'],
    },
  ])('$what', async ({ write, keys }) => {
    await write()
    expect(await readInbox()).toEqual(keys)
  })

  test('and nothing that was rolled back', async () => {
    const held = await database.startTransaction().execute()
    await sql`update deals set stage = 'won'`.execute(held)
    await held.rollback().execute()
    expect(await readInbox()).toEqual([])
  })
})

describe.each(everyTable)('a row of %s', (table) => {
  const versions = async (): Promise<bigint[]> => {
    const { rows } = await sql<{ version: string }>`
      select version from ${sql.table(table)} order by version`.execute(database)
    return rows.map(({ version }) => BigInt(version))
  }

  test('has a greater version after each change, and the same after none', async () => {
    const before = await versions()
    expect(before.length).toBeGreaterThan(0)
    expect(before).not.toContain(0n)
    await sql`update ${sql.table(table)} set org_id = org_id`.execute(database)
    expect(await versions()).toEqual(before)
    // A version set by a writer itself would count as a change too.
    await sql`update ${sql.table(table)} set version = 0`.execute(database)
    const [smallest = 0n] = await versions()
    expect(smallest).toBeGreaterThan(before.at(-1) ?? 0n)
  })

  test('is never removed', async () => {
    const refusal = { code: '23001', message: expect.stringContaining(`Rows of ${table} are never removed`) }
    await expect(sql`delete from ${sql.table(table)}`.execute(database)).rejects.toMatchObject(refusal)
    await expect(sql`truncate ${sql.table(table)}`.execute(database)).rejects.toMatchObject(refusal)
  })
})

test('a document that only a number is written differently in is a change, as a warehouse shows it', async () => {
  const write = (amount: string) =>
    sql`update deals set state = jsonb_set(state, '{last,amount}', ${amount}::jsonb)`.execute(database)
  const version = async () => (await sql`select version from deals`.execute(database)).rows
  await write('1.0')
  const before = await version()
  await write('1.00')
  expect(await version()).not.toEqual(before)
})

function inTransaction<Result>(work: (transaction: DatabaseTransaction) => Promise<Result>): Promise<Result> {
  return database.transaction().execute(work)
}

async function merge(type: string, data: Record<string, unknown>): Promise<void> {
  merged += 1
  const occurredAt = new Date(nowMs + merged).toISOString()
  const event = { id: `evt_${merged}`, type, occurredAt, orgId, data }
  const read = readEvent(event, { orgId, sourceId: 'src_1', receivedAtMs: nowMs })
  if (read.verdict !== 'valid') throw new Error(JSON.stringify(read))
  const contributions = read.contributions.map((contribution) => ({ ...contribution, orgId }))
  await inTransaction((transaction) => mergeContributions(transaction, contributions, { nowMs }))
}

let merged = 0

async function note(): Promise<void> {
  const target = { type: 'signal' as const, id: 'sig_1' }
  await inTransaction((transaction) =>
    createNote(transaction, { orgId, target, body: 'a note', createdBy: 'usr_1', nowMs }),
  )
}

async function readInbox(): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select table_name || ' ' || record_id as key from change_inbox where org_id = ${orgId}
    order by 1`.execute(database)
  return rows.map(({ key }) => key)
}
