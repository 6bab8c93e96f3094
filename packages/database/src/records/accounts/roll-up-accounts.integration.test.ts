import { type Account, type Envelope, readEnvelopes, readEvent, type Signal } from '@signalpost/domain'
import { foldEvents, rollUpNaively, type SentEvent, sentEvents } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import type { Database, DatabaseTransaction } from '../../database.ts'
import { mergeContributions } from '../merge/merge-contributions.ts'
import type { OwnedContribution } from '../merge/merged-record.ts'
import { type AccountFilters, listAccounts } from './read-accounts.ts'

const nowMs = Date.parse('2026-11-20T12:00:00.000Z')
const placeholder = 'org_placeholder'
const sourceIds = ['src_1', 'src_2']
let database: Database
let runs = 0

test.beforeAll(async ({ database: openedDatabase }) => {
  database = openedDatabase
})

test('accounts, counts and registers are what all events say, whatever came in which order over concurrent workers', async () => {
  const scenario = fc.record({
    sent: sentEvents({ orgId: placeholder, maxLength: 80 }),
    deck: fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
  })
  await fc.assert(
    fc.asyncProperty(scenario, async ({ sent, deck }) => {
      const orgId = freshOrgId()
      const own: SentEvent[] = JSON.parse(JSON.stringify(sent).replaceAll(placeholder, orgId))
      await applyShuffled(own, orgId, () => deck.next().value ?? 0)
      const states = foldEvents(own, { orgId, sourceIds })
      expect(await storedRegisters(orgId)).toEqual(
        new Map([...states].filter(([key]) => key.startsWith('registers '))),
      )
      const expected = rollUpNaively(states, orgId)
      expect(await everyAccount(orgId)).toEqual(expected.accounts)
      expect(await signalCounts(orgId)).toEqual(expected.signalCounts)
      for (const region of ['berlin', 'ZÜRICH', 'Germany', 'Berlin, Germany', 'Bern']) {
        const isThere = ({ region: whole }: Account) =>
          [whole, ...(whole?.split(', ') ?? [])].some((part) => part?.toLowerCase() === region.toLowerCase())
        expect(await everyAccount(orgId, { region })).toEqual(expected.accounts.filter(isThere))
      }
      for (const assignedTo of ['usr_1', 'usr_2', 'usr_3']) {
        const isAssigned = (account: Account) => account.assignedTo.includes(assignedTo)
        expect(await everyAccount(orgId, { assignedTo })).toEqual(expected.accounts.filter(isAssigned))
      }
    }),
    { numRuns: 40 },
  )
})

describe('a signal that moves while another user is assigned to it', () => {
  const [mover, assigner] = ['signal.updated', 'signal.assigned']

  test.each([
    { stored: true, first: mover, second: assigner },
    { stored: true, first: assigner, second: mover },
    { stored: false, first: mover, second: assigner },
    { stored: false, first: assigner, second: mover },
  ])(
    'brings the user along ($first before $second, stored before: $stored)',
    async ({ stored, first, second }) => {
      const orgId = freshOrgId()
      if (stored) await apply([created({ id: 'sig_1', orgId, accountKey: 'n:a' })], orgId)
      const events = [
        event(mover ?? '', { signal: signal({ id: 'sig_1', orgId, accountKey: 'n:b' }) }, orgId),
        event(
          assigner ?? '',
          { signalId: 'sig_1', assignedTo: { userId: 'usr_1', at: moment(1), by: 'usr_2' } },
          orgId,
        ),
      ]
      const of = (type: string | undefined) => events.filter((one) => one.type === type)
      const held = await database.startTransaction().execute()
      await merge(held, of(first), orgId)
      const waiting = apply(of(second), orgId)
      await expect.poll(countWaiting).toBe(1)
      await held.commit().execute()
      await waiting
      expect(await everyAccount(orgId)).toMatchObject([
        { accountKey: 'n:b', signalCount: 1, assignedTo: ['usr_1'] },
      ])
    },
  )
})

test('every member follows when the one signal that it rests on goes', async () => {
  const orgId = freshOrgId()
  const accountKey = 'n:a'
  const plain = { orgId, accountKey, publishedAt: moment(5), relevanceScore: 10 }
  const sent = [
    created({ ...plain, id: 'other', relevanceScore: 20, subjectOrg: { name: 'Other', location: 'Other' } }),
    created({ ...plain, id: 'first', publishedAt: moment(1) }),
    created({ ...plain, id: 'last', publishedAt: moment(9) }),
    created({ ...plain, id: 'top', relevanceScore: 30 }),
    created({ ...plain, id: 'named', publishedAt: moment(6), subjectName: 'Named' }),
    created({ ...plain, id: 'located', publishedAt: moment(6), subjectOrg: { location: 'Located' } }),
  ]
  await apply(sent, orgId)
  for (const id of ['top', 'named', 'located', 'first', 'last', 'other']) {
    const deletion = event('signal.deleted', { signalId: id }, orgId)
    await apply([deletion], orgId)
    sent.push(deletion)
    const states = foldEvents(
      sent.map((one) => ({ source: 0, event: one })),
      { orgId, sourceIds },
    )
    expect(await everyAccount(orgId), `without ${id}`).toEqual(rollUpNaively(states, orgId).accounts)
  }
})

test('nothing is left of a signal that was never stored but for its registers', async () => {
  const orgId = freshOrgId()
  await apply([event('signal.read', { signalId: 'sig_1', readAt: moment(0) }, orgId)], orgId)
  const { rows } = await sql`select from signals where org_id = ${orgId}`.execute(database)
  expect(rows).toEqual([])
})

test('an account that lost its last signal keeps its row, without what its signals said', async () => {
  const orgId = freshOrgId()
  const subjectOrg = { name: 'Secret name', location: 'Secret place' }
  await apply([created({ id: 'sig_1', orgId, accountKey: 'd:example.com', subjectOrg })], orgId)
  expect(await everyAccount(orgId)).toMatchObject([{ name: 'Secret name', region: 'Secret place' }])
  await apply([event('signal.deleted', { signalId: 'sig_1' }, orgId)], orgId)
  expect(await everyAccount(orgId)).toEqual([])
  const { rows } = await sql<{ state: unknown }>`select state from accounts where org_id = ${orgId}`.execute(
    database,
  )
  expect(rows).toEqual([{ state: { signalCount: 0, users: [], summary: null } }])
  expect((await sql`select from account_regions where org_id = ${orgId}`.execute(database)).rows).toEqual([])
  await apply([created({ id: 'sig_2', orgId, accountKey: 'd:example.com' })], orgId)
  expect(await everyAccount(orgId)).toMatchObject([{ name: 'example.com', region: null, signalCount: 1 }])
})

test('regions of any length are found, in any case', async () => {
  const orgId = freshOrgId()
  const long = 'Straße '.repeat(2_000)
  const subjectOrg = { location: `${long}, München ,, İzmir` }
  await apply([created({ id: 'sig_1', orgId, accountKey: 'n:long', subjectOrg })], orgId)
  for (const region of [long.toUpperCase(), ' münchen', subjectOrg.location, 'İZMIR'.toLowerCase()]) {
    expect(await everyAccount(orgId, { region })).toHaveLength(1)
  }
  expect(await everyAccount(orgId, { region: 'Straße' })).toEqual([])
})

test.each([
  { what: 'accounts', of: (batch: string, n: number) => ({ id: `${batch}_${n}`, accountKey: `n:${n}` }) },
  { what: 'signals', of: (_batch: string, n: number) => ({ id: `sig_${n}` }) },
  { what: 'listeners', of: (batch: string, n: number) => ({ id: `${batch}_${n}`, listenerId: `lsn_${n}` }) },
])(
  'two transactions that bring new $what in opposite orders wait, and do not lock each other out',
  async ({ of }) => {
    const orgId = freshOrgId()
    const batch = (name: string, numbers: number[]) =>
      numbers.map((number) => created({ orgId, ...of(name, number) }))
    const held = await database.startTransaction().execute()
    await merge(held, batch('held', [2]), orgId)
    const others = [apply(batch('up', [1, 2, 3]), orgId), apply(batch('down', [3, 2, 1]), orgId)]
    await expect.poll(async () => (await countWaiting()) + (await countSettled(others))).toBe(2)
    await held.commit().execute()
    await Promise.all(others)
  },
)

async function applyShuffled(sent: SentEvent[], orgId: string, random: () => number): Promise<void> {
  const deck = [...sent, ...sent.filter(() => random() < 0.3)].map((one) => ({ one, at: random() }))
  const events = deck.sort((a, b) => a.at - b.at).map(({ one }) => one)
  const batches: SentEvent[][] = []
  while (events.length > 0) batches.push(events.splice(0, 1 + Math.floor(random() * 8)))
  const work = async (): Promise<void> => {
    for (let batch = batches.pop(); batch !== undefined; batch = batches.pop()) {
      const contributions = batch.flatMap((one) =>
        contributionsOf(one.event, { orgId, sourceId: sourceIds[one.source] ?? '' }),
      )
      await database
        .transaction()
        .execute((transaction) => mergeContributions(transaction, contributions, { nowMs }))
    }
  }
  await Promise.all([work(), work(), work(), work()])
}

function contributionsOf(
  sent: Envelope,
  { orgId, sourceId }: { orgId: string; sourceId: string },
): OwnedContribution[] {
  const read = readEnvelopes(sent)
  const envelope = read.ok ? read.envelopes[0] : undefined
  const verdict = envelope && readEvent(envelope, { orgId, sourceId, receivedAtMs: nowMs })
  if (verdict?.verdict !== 'valid') throw new Error(`Not a valid event: ${JSON.stringify(verdict)}`)
  return verdict.contributions.map((contribution) => ({ ...contribution, orgId }))
}

async function merge(transaction: DatabaseTransaction, events: Envelope[], orgId: string): Promise<void> {
  const contributions = events.flatMap((one) => contributionsOf(one, { orgId, sourceId: 'src_1' }))
  await mergeContributions(transaction, contributions, { nowMs })
}

function apply(events: Envelope[], orgId: string): Promise<void> {
  return database.transaction().execute((transaction) => merge(transaction, events, orgId))
}

/** Reads every account in pages of three. */
async function everyAccount(orgId: string, filters: AccountFilters = {}): Promise<Account[]> {
  const accounts: Account[] = []
  for (let page = await listAccounts(database, { orgId, filters, limit: 3 }); page.length > 0; ) {
    accounts.push(...page)
    page = await listAccounts(database, { orgId, filters, after: page.at(-1)?.accountKey, limit: 3 })
  }
  return accounts
}

async function storedRegisters(orgId: string): Promise<Map<string, unknown>> {
  const { rows } = await sql<{ key: string; state: unknown }>`
    select 'registers ' || signal_id as key, state from signal_registers where org_id = ${orgId}`.execute(
    database,
  )
  return new Map(rows.map(({ key, state }) => [key, state]))
}

async function signalCounts(orgId: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ listenerId: string; count: number }>`
    select listener_id as "listenerId", sum(signal_count)::integer as count from listener_counts
    where org_id = ${orgId} group by 1 having sum(signal_count) <> 0`.execute(database)
  return Object.fromEntries(rows.map(({ listenerId, count }) => [listenerId, count]))
}

async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(database)
  return rows[0]?.count ?? 0
}

async function countSettled(promises: Promise<unknown>[]): Promise<number> {
  const pending = Symbol('pending')
  const states = await Promise.all(promises.map((one) => Promise.race([one, Promise.resolve(pending)])))
  return states.filter((state) => state !== pending).length
}

function freshOrgId(): string {
  runs += 1
  return `org_run_${runs}`
}

function created(members: Partial<Signal> & { id: string; orgId: string }): Envelope {
  return event('signal.created', { signal: signal(members) }, members.orgId)
}

let events = 0

function event(type: string, data: Record<string, unknown>, orgId: string): Envelope {
  events += 1
  return { id: `evt_${events}`, type, occurredAt: moment(events), orgId, data }
}

function moment(later: number): string {
  return new Date(nowMs - 3_600_000 + later).toISOString()
}

function signal(members: Partial<Signal> & { id: string }): Record<string, unknown> {
  return {
    listenerId: 'lsn_1',
    source: 'reddit',
    url: 'https://example.com/',
    title: 'A title',
    excerpt: 'Text',
    postedAt: moment(0),
    relevanceScore: 50,
    classification: 'relevant',
    rationale: 'because',
    matchedKeywords: [],
    firstSeenAt: moment(0),
    ...members,
  }
}
