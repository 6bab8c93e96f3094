import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Envelope,
  type Note,
  readEvent,
  type WarehouseLosses,
  type WarehouseTable,
  warehouseTables,
} from '@signalpost/domain'
import { canonicalRowOf, type SentEvent, sentEvents } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import type { Pool } from 'pg'
import { afterAll, describe, expect } from 'vitest'
import { createDatabase, type Database } from '../database.ts'
import { listAccounts } from '../records/accounts/read-accounts.ts'
import { listDeals } from '../records/deals/read-deals.ts'
import { mergeContributions } from '../records/merge/merge-contributions.ts'
import { createNote } from '../records/notes.ts'
import { listSignals } from '../records/signals/read-signals.ts'
import { checksumSource, listSourceHashes, positionsOf } from './checksum-source.ts'
import { sequenceChanges } from './sequence-changes.ts'
import { type Spooled, type Stretch, spoolChanges } from './spool-changes.ts'
import { expectedRows, type Row, storedVersions } from './test-support/expected-rows.ts'

const nowMs = Date.parse('2026-11-20T12:00:00.000Z')
const moment = '2026-11-20T09:00:00.000Z'
const placeholder = 'org_placeholder'
const lastPosition = 1_000_000_000n
const asItIs = { excludesPersonal: false, losses: {} }
let database: Database
let pool: Pool
let directory: string
let file: string
let workspaces = 0

test.beforeAll(async ({ testDatabase }) => {
  directory = await mkdtemp(join(tmpdir(), 'signalpost-spool-'))
  file = join(directory, 'changes.csv')
  const opened = createDatabase({
    url: testDatabase.url,
    applicationName: 'spool test',
    maxConnections: 1,
    connectTimeoutMs: 1_000,
    onConnectionError: () => undefined,
  })
  database = opened.database
  pool = opened.pool
})

afterAll(async () => {
  await database.destroy()
  await rm(directory, { recursive: true })
})

test('rows are what the API shows, whatever happened, over batches of any size; what was deleted is a tombstone', async () => {
  const scenario = fc.record({
    sent: sentEvents({ orgId: placeholder, maxLength: 60 }),
    cut: fc.nat(60),
    limitRows: fc.integer({ min: 1, max: 9 }),
  })
  await fc.assert(
    fc.asyncProperty(scenario, async ({ sent, cut, limitRows }) => {
      const orgId = freshOrgId()
      const own: SentEvent[] = JSON.parse(JSON.stringify(sent).replaceAll(placeholder, orgId))
      const followers = warehouseTables.map((table) => follow(orgId, table, limitRows))
      const notes: Note[] = []
      for (const some of [own.slice(0, cut), own.slice(cut)]) {
        for (const { source, event } of some) await apply(event, { orgId, sourceId: `src_${source}` })
        notes.push(...(await copyEverything(orgId)))
        await sequenceChanges(database)
        for (const { catchUp } of followers) await catchUp()
      }
      for (const { table, rows } of followers) {
        const expected = await expectedRows(database, { orgId, table, notes })
        expect(byKey(rows.values(), table), table.name).toEqual(byKey(expected, table))
        await expectEqualHashes(orgId, table, [...rows.values()])
      }
    }),
    { numRuns: 8 },
  )
})

describe('the text of a batch', () => {
  test('is CSV with null apart from every text', async () => {
    const orgId = freshOrgId()
    await apply(signalEvent(orgId, { id: 'sig_1' }), { orgId })
    const bodies = ['\\N', 'plain', 'a "quote", a comma\r\nand lines']
    const notes: Note[] = []
    for (const body of bodies) {
      notes.push(await note(orgId, { type: 'signal', id: 'sig_1' }, body))
      await sequenceChanges(database)
    }
    const { text } = await spool(orgId, 'notes')
    const versions = await storedVersions(database, { orgId, table: tableOf('notes') })
    const quoted = ['"\\N"', '"plain"', '"a ""quote"", a comma\r\nand lines"']
    expect(text).toBe(
      notes
        .map(
          ({ id, createdAt }, index) =>
            `"${orgId}","${id}","signal","sig_1",${quoted[index]},${createdAt},"usr_1",${versions.get(id)},false\n`,
        )
        .join(''),
    )
  })

  test('keeps odd texts as they are', async () => {
    const orgId = freshOrgId()
    const odd = [
      '',
      ' ',
      '\\N',
      '\\.',
      '"',
      '""',
      "'",
      ',',
      '\n',
      '\r',
      '\r\n',
      '\t',
      '\\',
      '\\n',
      'null',
      '{}',
    ]
    const other = [
      '😀 Ünïcode',
      'שלום مرحبا',
      '\u202e\u2028\ufeff',
      '\u0001\u001f\u007f',
      '\ufffd',
      '=1+1',
      'x,"y"\n'.repeat(40_000),
    ]
    const texts = [...odd, ...other]
    for (const [index, excerpt] of texts.entries()) {
      const signal = { id: `sig_${index}`, excerpt, author: excerpt, matchedKeywords: [excerpt, excerpt] }
      await apply(signalEvent(orgId, signal), { orgId })
    }
    await sequenceChanges(database)
    const { rows } = await spool(orgId, 'signals')
    const found = new Map(rows.map((row) => [row.id, row]))
    expect(texts.map((_, index) => found.get(`sig_${index}`))).toMatchObject(
      texts.map((text) => ({ excerpt: text, author: text, matched_keywords: [text, text] })),
    )
  })

  test('has instants in their one form, in year 0 too', async () => {
    const orgId = freshOrgId()
    const [first, last] = ['0000-01-01T00:00:00.007Z', '9999-12-31T23:59:59.999Z']
    await apply(signalEvent(orgId, { id: 'sig_1', firstSeenAt: first, publishedAt: last }), { orgId })
    const read = { signalId: 'sig_1', readAt: first }
    await apply({ ...eventOf(orgId, 'signal.read', read), occurredAt: first }, { orgId })
    await apply(eventOf(orgId, 'signal.read', { ...read, readAt: moment }), { orgId })
    await sequenceChanges(database)
    expect((await spool(orgId, 'signals')).rows).toMatchObject([
      { first_seen_at: first, published_at: last, posted_at: last, read_at: first },
    ])
    expect((await spool(orgId, 'signal_events')).rows).toMatchObject([
      { signal_id: 'sig_1', register: 'readAt', from_value: null, to_value: first, at: first },
    ])
  })

  test('names the source of a change, and none where it came in no delivery', async () => {
    const orgId = freshOrgId()
    await apply(signalEvent(orgId, { id: 'sig_1' }), { orgId })
    const assigned = (userId: string) => ({
      signalId: 'sig_1',
      assignedTo: { userId, at: moment, by: 'usr_1' },
    })
    await apply(eventOf(orgId, 'signal.assigned', assigned('usr_1')), { orgId })
    const later = {
      ...eventOf(orgId, 'signal.assigned', assigned('usr_2')),
      occurredAt: '2026-11-20T10:00:00.000Z',
    }
    await apply(later, { orgId, sourceId: '' })
    await sequenceChanges(database)
    expect((await spool(orgId, 'signal_events')).rows).toMatchObject([
      { signal_id: 'sig_1', source_id: 'src_1' },
      { signal_id: 'sig_1', source_id: null },
    ])
  })

  test('has nothing personal where that is left out', async () => {
    const orgId = freshOrgId()
    await apply(signalEvent(orgId, { id: 'sig_1', ...everySignalField }), { orgId })
    await apply(eventOf(orgId, 'deal.created', { deal: everyDealField }), { orgId })
    await note(orgId, { type: 'signal', id: 'sig_1' }, 'a note')
    await sequenceChanges(database)
    for (const table of warehouseTables.filter(({ name }) => name !== 'listeners')) {
      const [whole] = (await spool(orgId, table.name)).rows
      const [cut] = (await spool(orgId, table.name, { excludesPersonal: true })).rows
      const personal = table.columns
        .filter(({ isPersonal, keptMembers }) => isPersonal && keptMembers === undefined)
        .map(({ name }) => name)
      const withoutValues = (row: object | undefined) => ({ ...row, from_value: null, to_value: null })
      expect(withoutValues(cut)).toEqual({
        ...withoutValues(whole),
        ...Object.fromEntries(personal.map((name) => [name, null])),
      })
      for (const name of personal) {
        expect(whole?.[name], `everySignalField or everyDealField has ${name}`).not.toBeNull()
      }
    }
  })

  test('keeps verdicts and instants in the history of registers where what is personal is left out', async () => {
    const orgId = freshOrgId()
    const at = '2026-11-20T09:00:00.000Z'
    await apply(signalEvent(orgId, { id: 'sig_1' }), { orgId })
    await apply(eventOf(orgId, 'signal.read', { signalId: 'sig_1', readAt: at }), { orgId })
    const feedback = { verdict: 'bad', at }
    await apply(eventOf(orgId, 'signal.feedback', { signalId: 'sig_1', feedback }), { orgId })
    const assignedTo = { userId: 'usr_1', at, by: 'usr_2' }
    await apply(eventOf(orgId, 'signal.assigned', { signalId: 'sig_1', assignedTo }), { orgId })
    await sequenceChanges(database)
    const { rows } = await spool(orgId, 'signal_events', { excludesPersonal: true })
    expect(Object.fromEntries(rows.map((row) => [row.register, row.to_value]))).toEqual({
      readAt: at,
      feedback,
      assignedTo: { at },
    })
    expect(JSON.stringify(rows)).not.toMatch(/usr_/)
  })
})

describe('a stretch of changes', () => {
  test('ends at its limits, and always takes a record', async () => {
    const orgId = freshOrgId()
    const sizes = [10, 10, 500_000, 10, 10]
    for (const [index, size] of sizes.entries()) {
      // Text that does not compress when stored.
      const digest = (part: number) => createHash('sha256').update(`${part}`).digest('hex')
      const excerpt = Array.from({ length: Math.ceil(size / 64) }, (_, part) => digest(part)).join('')
      await apply(signalEvent(orgId, { id: `sig_${index}`, excerpt }), { orgId })
      await sequenceChanges(database)
    }
    const lengths = async (limits: Partial<Stretch>) => {
      const found: number[] = []
      for (let after: bigint | undefined = 0n; after !== undefined; ) {
        const { spooled } = await spool(orgId, 'signals', { ...limits, after })
        if (spooled.to !== undefined) found.push(spooled.rows)
        after = spooled.to
      }
      return found
    }
    expect(await lengths({})).toEqual([5])
    expect(await lengths({ limitRows: 2 })).toEqual([2, 2, 1])
    expect(await lengths({ limitBytes: 1 })).toEqual([1, 1, 1, 1, 1])
    expect(await lengths({ limitBytes: 100_000 })).toEqual([3, 2])
  })

  test('reaches from a position to another, both kept by those who follow', async () => {
    const orgId = freshOrgId()
    for (const id of ['sig_1', 'sig_2', 'sig_3']) {
      await apply(signalEvent(orgId, { id }), { orgId })
      await sequenceChanges(database)
    }
    const table = tableOf('signals')
    const positions = await positionsOf(database, { orgId, table, keys: ['sig_1', 'sig_2', 'sig_9'] })
    expect([...positions.keys()].toSorted()).toEqual(['sig_1', 'sig_2'])
    const [after = 0n, upTo = 0n] = [positions.get('sig_1'), positions.get('sig_2')]
    const { rows, spooled } = await spool(orgId, 'signals', { after, upTo })
    expect(rows).toMatchObject([{ id: 'sig_2' }])
    expect(spooled).toMatchObject({ rows: 1, to: upTo })
    expect(await spool(orgId, 'signals', { after: upTo, upTo })).toMatchObject({
      text: '',
      spooled: { rows: 0, bytes: 0, to: undefined },
    })
    expect(await checksumSource(database, { ...asItIs, orgId, table, upTo: after, digits: 4 })).toMatchObject(
      [{ rows: 1n }],
    )
  })

  test('takes only the records it is limited to, batch by batch', async () => {
    const orgId = freshOrgId()
    const odd = "sig_');select(1)--\\"
    for (const id of ['sig_1', 'sig_2', odd, 'sig_4']) await apply(signalEvent(orgId, { id }), { orgId })
    await sequenceChanges(database)
    const keys = ['sig_4', odd, 'sig_1', 'sig_none']
    const first = await spool(orgId, 'signals', { keys, limitRows: 2 })
    const second = await spool(orgId, 'signals', { keys, limitRows: 2, after: first.spooled.to ?? 0n })
    expect([...first.rows, ...second.rows].map(({ id }) => String(id)).toSorted()).toEqual(
      [odd, 'sig_1', 'sig_4'].toSorted(),
    )
    expect(first.rows).toHaveLength(2)
    expect((await spool(orgId, 'signals', { keys: [] })).spooled).toMatchObject({ rows: 0, to: undefined })
  })

  test('covers registers of a signal that is not stored, and shows no row of them', async () => {
    const orgId = freshOrgId()
    await apply(eventOf(orgId, 'signal.read', { signalId: 'sig_1', readAt: moment }), { orgId })
    await sequenceChanges(database)
    const table = tableOf('signals')
    const to = (await positionsOf(database, { orgId, table, keys: ['sig_1'] })).get('sig_1')
    expect(to).toBeTypeOf('bigint')
    expect(await spool(orgId, 'signals')).toMatchObject({ text: '', spooled: { rows: 0, bytes: 0, to } })
    expect(
      await checksumSource(database, { ...asItIs, orgId, table, upTo: lastPosition, digits: 2 }),
    ).toEqual([])
  })
})

describe('spooling that fails', () => {
  const asked = (): Parameters<typeof spoolChanges>[1] => ({
    ...{ orgId: 'org_none', table: tableOf('signals'), after: 0n, limitRows: 1, limitBytes: 1 },
    ...{ excludesPersonal: false, file },
  })

  test('is reported, and leaves the pool its connections', async () => {
    const elsewhere = join(directory, 'missing', 'changes.csv')
    await expect(spoolChanges(pool, { ...asked(), file: elsewhere })).rejects.toThrow('ENOENT')
    await expect(spoolChanges(pool, { ...asked(), signal: AbortSignal.abort() })).rejects.toThrow('abort')
    expect(await spoolChanges(pool, asked())).toEqual({ rows: 0, bytes: 0, to: undefined })
  })
})

/** Reads a table like an engine, from the last position, into the rows by key. */
function follow(orgId: string, table: WarehouseTable, limitRows: number) {
  const rows = new Map<unknown, Row>()
  let after = 0n
  const catchUp = async (): Promise<void> => {
    for (;;) {
      const { rows: next, spooled } = await spool(orgId, table.name, { after, limitRows })
      for (const row of next) rows.set(row[table.key], row)
      if (spooled.to === undefined) return
      expect(spooled.to).toBeGreaterThan(after)
      after = spooled.to
    }
  }
  return { table, rows, catchUp }
}

async function spool(
  orgId: string,
  name: string,
  options: Partial<Stretch> & { excludesPersonal?: boolean } = {},
): Promise<{ rows: Row[]; text: string; spooled: Spooled }> {
  const table = tableOf(name)
  const limits = { limitRows: 1_000, limitBytes: 64 * 2 ** 20 }
  const defaults = { orgId, table, after: 0n, ...limits, excludesPersonal: false, file }
  const spooled = await spoolChanges(pool, { ...defaults, ...options })
  const text = await readFile(file, 'utf8')
  const rows = rowsOf(text, table)
  expect(spooled).toMatchObject({ rows: rows.length, bytes: Buffer.byteLength(text) })
  return { rows, text, spooled }
}

function rowsOf(text: string, { columns }: WarehouseTable): Row[] {
  const names = [...columns.map(({ name }) => name), '_version', '_deleted']
  const types = new Map<unknown, string>(columns.map(({ name, type }) => [name, type]))
  types.set('_version', 'integer').set('_deleted', 'boolean')
  return parse(text, {
    columns: names,
    record_delimiter: '\n',
    cast: (value, { column, quoting }) => {
      if (value === '\\N' && !quoting) return null
      const type = types.get(column)
      if (type === 'boolean') return value === 'true' || (value === 'false' ? false : value)
      if (type === 'integer' || type === 'float') return Number(value)
      if (type === 'texts' || type === 'json') return JSON.parse(value)
      return quoting || type === 'instant' ? value : `not in quotes: ${value}`
    },
  })
}

/** Expects the source's checksums and lists to equal those of the warehouses' rows, whatever these do not keep. */
async function expectEqualHashes(orgId: string, table: WarehouseTable, rows: Row[]): Promise<void> {
  for (const losses of everyLosses) {
    const hashOf = ({ _version, _deleted, ...values }: Row) => {
      const row = { version: BigInt(Number(_version)), isDeleted: _deleted === true, values }
      return md5(canonicalRowOf(table, row, losses))
    }
    const compared = { orgId, table, upTo: lastPosition, excludesPersonal: false, losses }
    for (const digits of [2, 4] as const) {
      const buckets = new Map<string, { prefix: string; rows: bigint; sum: bigint }>()
      for (const row of rows) {
        const prefix = md5(String(row[table.key])).slice(0, digits)
        const before = buckets.get(prefix) ?? { prefix, rows: 0n, sum: 0n }
        const hash = BigInt(`0x${hashOf(row).slice(0, 8)}`)
        buckets.set(prefix, { prefix, rows: before.rows + 1n, sum: before.sum + hash })
      }
      const found = await checksumSource(database, { ...compared, digits })
      const expected = byPrefix([...buckets.values()])
      expect(byPrefix(found), table.name).toEqual(expected)
      const prefixes = [...buckets.keys()].slice(0, 2)
      const within = prefixes.map((prefix) => prefix.slice(0, 2))
      expect(byPrefix(await checksumSource(database, { ...compared, digits, within }))).toEqual(
        expected.filter(({ prefix }) => within.includes(prefix.slice(0, 2))),
      )
      const listed = await listSourceHashes(database, { ...compared, prefixes })
      const inBuckets = rows
        .map((row) => ({
          key: String(row[table.key]),
          version: BigInt(Number(row._version)),
          hash: hashOf(row).slice(0, 16),
        }))
        .filter(({ key }) => prefixes.includes(md5(key).slice(0, digits)))
      expect(sorted(listed)).toEqual(sorted(inBuckets))
    }
  }
}

const everyLosses: readonly WarehouseLosses[] = [
  {},
  { nullTexts: 'empty', instants: { from: '1900', before: '2300' }, json: 'respelled' },
]

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex')
}

function byPrefix<Bucket extends { prefix: string }>(buckets: readonly Bucket[]): Bucket[] {
  return buckets.toSorted((a, b) => (a.prefix < b.prefix ? -1 : 1))
}

function sorted<Versions extends { key: string }[]>(versions: Versions) {
  return versions.toSorted((a, b) => (a.key < b.key ? -1 : 1))
}

function byKey(rows: Iterable<Row>, { key }: WarehouseTable): Row[] {
  return [...rows].toSorted((a, b) => (String(a[key]) < String(b[key]) ? -1 : 1))
}

/** Adds a note to everything that exists. */
async function copyEverything(orgId: string): Promise<Note[]> {
  const { signals } = await listSignals(database, { orgId, filters: {}, limit: 2 })
  const deals = await listDeals(database, { orgId, limit: 1 })
  const accounts = await listAccounts(database, { orgId, filters: {}, limit: 1 })
  const targets = [
    ...signals.map(({ id }) => ({ type: 'signal' as const, id })),
    ...deals.map(({ id }) => ({ type: 'deal' as const, id })),
    ...accounts.map(({ accountKey }) => ({ type: 'account' as const, id: accountKey })),
  ]
  const notes: Note[] = []
  for (const target of targets) notes.push(await note(orgId, target, `a note on ${target.id}`))
  return notes
}

async function note(orgId: string, target: Note['target'], body: string): Promise<Note> {
  const made = await database
    .transaction()
    .execute((transaction) => createNote(transaction, { orgId, target, body, createdBy: 'usr_1', nowMs }))
  return made ?? expect.unreachable('the target is there')
}

async function apply(
  event: Envelope,
  { orgId, sourceId = 'src_1' }: { orgId: string; sourceId?: string },
): Promise<void> {
  const verdict = readEvent(event, { orgId, sourceId, receivedAtMs: nowMs })
  if (verdict.verdict !== 'valid') throw new Error(`Not a valid event: ${JSON.stringify(verdict)}`)
  const contributions = verdict.contributions.map((contribution) => ({ ...contribution, orgId }))
  await database
    .transaction()
    .execute((transaction) => mergeContributions(transaction, contributions, { nowMs }))
}

function eventOf(orgId: string, type: string, data: Record<string, unknown>): Envelope {
  return { id: `evt_${type}`, type, occurredAt: moment, orgId, data }
}

function signalEvent(orgId: string, members: object): Envelope {
  const signal = {
    orgId,
    listenerId: 'lsn_1',
    source: 'reddit',
    url: 'https://example.com/',
    title: 'A title',
    excerpt: 'An excerpt',
    postedAt: moment,
    relevanceScore: 50,
    classification: 'relevant',
    rationale: 'A reason',
    matchedKeywords: [],
    firstSeenAt: moment,
    ...members,
  }
  return eventOf(orgId, 'signal.created', { signal })
}

const everySignalField = {
  author: 'An author',
  dedupeKey: 'https://example.com/',
  titleKey: 'a title',
  inferredNeed: 'A need',
  recommendedAction: 'An action',
  situation: 'A situation',
  opportunity: 'An opportunity',
  suggestedAngle: 'An angle',
  rating: 4.5,
  rerankScore: 1e-7,
  approximateDate: true,
  policy: { propensity: 0.1, explored: false, scoreAtDecision: 50, barAtDecision: -3 },
  subjectOrg: {
    name: 'Example',
    location: 'Berlin',
    workMode: 'hybrid',
    seniority: 'Lead',
    compensation: '1',
  },
  accountKey: 'd:example.com',
  assignedTo: { userId: 'usr_1', at: moment, by: 'usr_2' },
  feedback: { verdict: 'good', at: moment },
}

const everyDealField = {
  id: 'deal_1',
  name: 'A deal',
  stage: 'won',
  value: { amount: -125_000, currency: 'EUR' },
  ownerId: 'usr_1',
}

function tableOf(name: string): WarehouseTable {
  return warehouseTables.find((table) => table.name === name) ?? expect.unreachable(name)
}

function freshOrgId(): string {
  workspaces += 1
  return `org_${workspaces}`
}
