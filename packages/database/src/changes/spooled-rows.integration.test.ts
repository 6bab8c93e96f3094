import { createHash } from 'node:crypto'
import { type Note, type WarehouseLosses, type WarehouseTable, warehouseTables } from '@signalpost/domain'
import { canonicalRowOf, type SentEvent, sentEvents } from '@signalpost/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listAccounts } from '../records/accounts/read-accounts.ts'
import { deleteCollection, renameCollection } from '../records/collections/collections.ts'
import { listDeals } from '../records/deals/read-deals.ts'
import { listSignals } from '../records/signals/read-signals.ts'
import { checksumSource, listSourceHashes } from './checksum-source.ts'
import { sequenceChanges } from './sequencing/sequence-changes.ts'
import { expectedRows, type Row } from './test-support/expected-rows.ts'
import { lastPosition, stageSpool } from './test-support/stage-spool.ts'

const placeholder = 'org_placeholder'
const stage = stageSpool()
const { addPeople, apply, decide, freshOrgId, note, receiveTwo, save, spool } = stage

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
        await addPeople(orgId)
        await receiveTwo(orgId)
        await sequenceChanges(stage.database)
        for (const { catchUp } of followers) await catchUp()
      }
      for (const { table, rows } of followers) {
        const expected = await expectedRows(stage.database, { orgId, table, notes })
        expect(byKey(rows.values(), table), table.name).toEqual(byKey(expected, table))
        await expectEqualHashes(orgId, table, [...rows.values()])
      }
    }),
    { numRuns: 8 },
  )
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
      const found = await checksumSource(stage.database, { ...compared, digits })
      const expected = byPrefix([...buckets.values()])
      expect(byPrefix(found), table.name).toEqual(expected)
      const prefixes = [...buckets.keys()].slice(0, 2)
      const within = prefixes.map((prefix) => prefix.slice(0, 2))
      expect(byPrefix(await checksumSource(stage.database, { ...compared, digits, within }))).toEqual(
        expected.filter(({ prefix }) => within.includes(prefix.slice(0, 2))),
      )
      const listed = await listSourceHashes(stage.database, { ...compared, prefixes })
      const inBuckets = rows
        .map((row) => ({
          key: String(row[table.key]),
          version: BigInt(Number(row._version)),
          hash: hashOf(row).slice(0, 16),
          unfit: [],
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

/** Adds a note to everything that exists. Saves signals in a list that stays and in one that does not, and decides on alerts. */
async function copyEverything(orgId: string): Promise<Note[]> {
  const { signals } = await listSignals(stage.database, { orgId, filters: {}, limit: 2 })
  for (const { id } of signals) {
    await decide(orgId, id)
    const [kept, removed] = [await save(orgId, id), await save(orgId, id)]
    await stage.database.transaction().execute(async (transaction) => {
      await renameCollection(transaction, { orgId, collectionId: kept, name: `Renamed ${kept}` })
      await deleteCollection(transaction, { orgId, collectionId: removed })
    })
  }
  const deals = await listDeals(stage.database, { orgId, limit: 1 })
  const accounts = await listAccounts(stage.database, { orgId, filters: {}, limit: 1 })
  const targets = [
    ...signals.map(({ id }) => ({ type: 'signal' as const, id })),
    ...deals.map(({ id }) => ({ type: 'deal' as const, id })),
    ...accounts.map(({ accountKey }) => ({ type: 'account' as const, id: accountKey })),
  ]
  const notes: Note[] = []
  for (const target of targets) notes.push(await note(orgId, target, `a note on ${target.id}`))
  return notes
}
