import { expect, test } from 'vitest'
import { currentNameOf, syncComments } from '../../comments.ts'
import { openSession, syncedAt } from '../open-session.ts'
import { contrastingRows, edgeRows } from '../samples/contrasting-rows.ts'
import { edgeValues } from '../samples/edge-values.ts'
import { bucketsOf, hashOf, md5 } from '../samples/expected-state.ts'
import { bareRow, deletedRow, fullRow, oddKeys, oddTexts } from '../samples/sample-rows.ts'
import { grownThings, things } from '../samples/sample-tables.ts'
import type { StartedRig } from '../start-rigs.ts'
import { testByHandCases } from './by-hand-cases.ts'
import { expectThingsOf, inPlaceOf } from './in-place.ts'
import { testRecipeCases } from './recipe-cases.ts'

/** Declares the tests of what every warehouse must do first of all. */
export function testEverydayCases(rig: StartedRig): void {
  if (rig.kind.recipes?.areAnswered === true) testRecipeCases(rig)
  const inPlace = inPlaceOf(rig)
  const expectThings = expectThingsOf(rig)
  testByHandCases(rig)

  test('refuses settings and secrets that it does not know', async () => {
    const { settings, secrets } = await rig.createPlace()
    expect(rig.kind.settings.safeParse(settings).success).toBe(true)
    expect(rig.kind.secrets.safeParse(secrets).success).toBe(true)
    expect(rig.kind.settings.safeParse({ ...Object(settings), more: 1 }).success).toBe(false)
    expect(rig.kind.secrets.safeParse({ ...Object(secrets), more: 1 }).success).toBe(false)
  })

  test('creates a table once, and has no cursor before it was written', async () => {
    const place = await rig.createPlace()
    await using session = await openSession(rig, place)
    const { target } = session
    await target.prepare(things)
    expect(await target.readCursor(things)).toBeUndefined()
    const cursor = { position: 0n, rewriteUntil: 2n ** 40n, version: 1 }
    await target.writeCursor(things, cursor)
    expect(await target.readCursor(things)).toEqual(cursor)
    await target.writeCursor(things, { ...cursor, position: 7n })
    await using other = await openSession(rig, place)
    expect(await other.target.readCursor(things)).toEqual({ ...cursor, position: 7n })
    expect(await other.target.findFaults(things)).toEqual([])
    expect(await other.target.findFaults({ ...things, name: 'others' })).toBeUndefined()
    // Each file keeps the columns of its time.
    const lacking = rig.kind.kind === 'parquet' ? [] : ['region', 'visits', 'tags']
    const faults = await other.target.findFaults(grownThings)
    expect(faults?.map(({ column, found }) => ({ column, found }))).toEqual(
      lacking.map((column) => ({ column, found: undefined })),
    )
    await expectThings(place, [])
  })

  test(
    'inserts, updates, and moves its cursor',
    inPlace(async ({ place, session }) => {
      await session.target.writeCursor(things, { position: 0n, rewriteUntil: 3n, version: 1 })
      await session.write([fullRow('a', 1n), bareRow('b', 2n)], { to: 10n, batchId: 'first' })
      await expectThings(place, [fullRow('a', 1n), bareRow('b', 2n)])
      await session.write([fullRow('a', 3n, 'changed'), fullRow('b', 4n), fullRow('c', 5n)], {
        to: 20n,
        batchId: 'second',
      })
      await expectThings(place, [fullRow('a', 3n, 'changed'), fullRow('b', 4n), fullRow('c', 5n)])
      expect(await session.target.readCursor(things)).toEqual({ position: 20n, rewriteUntil: 3n, version: 1 })
      const stored = await place.readRows(things)
      expect(stored.map((row) => [row.syncedAt, row.batchId])).toEqual(stored.map(() => [syncedAt, 'second']))
    }),
  )

  if (rig.hasCurrentView) {
    test('shows the rows that are not deleted in a view, with columns that are added, and drops it with its table', async () => {
      const place = await rig.createPlace()
      const keysOf = async (table: typeof things) =>
        (await place.readRows({ ...table, name: currentNameOf(table) })).map(({ key }) => key)
      await using session = await openSession(rig, place)
      const lacksView = (table: typeof things) => session.target.lacksView?.(table)
      await session.target.prepare(things)
      await session.write([fullRow('a', 1n), fullRow('b', 1n)], { to: 10n })
      await session.write([deletedRow('b', 2n)], { from: 10n, to: 20n })
      expect(await keysOf(things)).toEqual(['a'])
      expect(await lacksView(things)).toBe(false)
      await session.target.prepare(grownThings)
      expect(await keysOf(grownThings)).toEqual(['a'])
      expect(await lacksView(grownThings)).toBe(false)
      await place.tamper?.dropView?.(things)
      expect(await lacksView(things)).toBe(true)
      await session.target.prepare(grownThings)
      expect(await keysOf(grownThings)).toEqual(['a'])
      await place.tamper?.dropView?.(things, { leaving: `select id from things` })
      expect(await lacksView(grownThings)).toBe(false)
      await session.target.prepare(grownThings)
      await place.tamper?.dropView?.(things)
      await session.target.dropTables([things])
      await expect(keysOf(things)).rejects.toThrow(/things_current/)
    })
  }

  if (rig.hasComments) {
    test('comments a table and its columns, also those that are added, and keeps what a person wrote', async () => {
      const place = await rig.createPlace()
      const { comments } = place
      if (comments === undefined) throw new Error('The rig reads no comments.')
      await using session = await openSession(rig, place)
      const expected = (table: typeof things) => ({
        '': table.comment,
        ...Object.fromEntries(table.columns.map(({ name, comment }) => [name, comment])),
        ...syncComments,
      })
      await session.target.prepare(things)
      expect(await comments.read(things)).toEqual(expected(things))
      await comments.write(things, 'title', 'Ours')
      await comments.write(things, 'stage', '')
      await session.target.prepare(grownThings)
      expect(await comments.read(grownThings)).toEqual({ ...expected(grownThings), title: 'Ours' })
    })
  }

  test(
    'leaves a cursor alone that was set back while a batch was on its way, and keeps its rows',
    inPlace(async ({ place, session: { target, ...session } }) => {
      const cursor = { position: 5n, rewriteUntil: 5n, version: 1 }
      const late = await session.batchOf([fullRow('a', 1n)], { from: 5n, to: 10n })
      await target.writeCursor(things, cursor)
      await target.stage(late)
      await target.writeCursor(things, { ...cursor, position: 0n })
      await target.commit(late)
      await target.moveCursor(late)
      expect(await target.readCursor(things)).toEqual({ ...cursor, position: 0n })
      await expectThings(place, [fullRow('a', 1n)])
      await session.write([fullRow('a', 2n), fullRow('b', 1n)], { from: 0n, to: 10n })
      expect(await target.readCursor(things)).toEqual({ ...cursor, position: 10n })
      await expectThings(place, [fullRow('a', 2n), fullRow('b', 1n)])
    }),
  )

  test(
    'keeps the history of its rows in the cursor, and moves both together',
    inPlace(async ({ session: { target, write } }) => {
      const historyOf = async () => (await target.readCursor(things))?.history
      const history = '7461234567890123456.5.16385:1:a "mark":0'
      await target.writeCursor(things, { position: 0n, rewriteUntil: 0n, version: 1, history })
      expect(await historyOf()).toBe(history)
      await write([fullRow('a', 1n)], { from: 0n, to: 10n, history: 'second' })
      expect(await historyOf()).toBe('second')
      await write([fullRow('a', 1n)], { from: 0n, to: 5n, history: 'stale' })
      expect(await historyOf()).toBe('second')
      await target.moveCursor({ table: things, from: 10n, to: 20n, history: 'third' })
      expect(await historyOf()).toBe('third')
      await target.moveCursor({ table: things, from: 20n, to: 30n })
      expect(await historyOf()).toBe('third')
      await target.writeCursor(things, { position: 30n, rewriteUntil: 0n, version: 1 })
      expect(await historyOf()).toBeUndefined()
      await write([fullRow('b', 1n)], { from: 30n, to: 40n, history: 'fourth' })
      expect(await historyOf()).toBe('fourth')
    }),
  )

  test('makes the cursors again where their table alone is gone, and keeps its rows', async () => {
    const place = await rig.createPlace()
    if (place.tamper === undefined) return
    {
      await using before = await openSession(rig, place)
      await before.write([fullRow('a', 1n)], { from: 0n, to: 10n })
    }
    await place.tamper.dropCursors()
    await using session = await openSession(rig, place, { isPrepared: false })
    expect(await session.target.readCursor(things)).toBe(undefined)
    await session.target.prepare(things)
    await session.target.writeCursor(things, { position: 0n, rewriteUntil: 0n, version: 1 })
    await session.write([fullRow('b', 1n)], { from: 0n, to: 20n })
    expect(await session.target.readCursor(things)).toMatchObject({ position: 20n })
    await expectThings(place, [fullRow('a', 1n), fullRow('b', 1n)])
  })

  test('continues with the cursors of a version that kept no history', async () => {
    const place = await rig.createPlace()
    if (place.tamper === undefined) return
    {
      await using before = await openSession(rig, place)
      await before.write([fullRow('a', 1n)], { from: 0n, to: 10n })
    }
    await place.tamper.dropHistory()
    await using session = await openSession(rig, place, { isPrepared: false })
    expect(await session.target.readCursor(things)).toEqual({ position: 10n, rewriteUntil: 0n, version: 1 })
    await session.target.prepare(things)
    await session.write([fullRow('b', 1n)], { from: 10n, to: 20n, history: 'first' })
    expect(await session.target.readCursor(things)).toMatchObject({ position: 20n, history: 'first' })
    await expectThings(place, [fullRow('a', 1n), fullRow('b', 1n)])
  })

  test(
    'takes rows of a stretch without length, and moves no cursor',
    inPlace(async ({ place, session: { target, ...session } }) => {
      await session.write([fullRow('a', 1n)], { from: 0n, to: 20n })
      await session.write([fullRow('b', 1n)], { from: 20n, to: 20n })
      await session.write([fullRow('c', 1n)], { from: 7n, to: 7n })
      expect((await target.readCursor(things))?.position).toBe(20n)
      await target.writeCursor(things, { position: 0n, rewriteUntil: 0n, version: 1 })
      await session.write([fullRow('a', 2n)], { from: 7n, to: 7n, batchId: 'again' })
      expect((await target.readCursor(things))?.position).toBe(0n)
      await expectThings(place, [fullRow('a', 2n), fullRow('b', 1n), fullRow('c', 1n)])
    }),
  )

  test(
    'keeps the key of a deleted row and nothing else, and lets no older row bring it back',
    inPlace(async ({ place, session }) => {
      await session.write([fullRow('a', 1n), fullRow('b', 1n)])
      await session.write([deletedRow('a', 2n), deletedRow('never seen', 1n)])
      const expected = [deletedRow('a', 2n), fullRow('b', 1n), deletedRow('never seen', 1n)]
      await expectThings(place, expected)
      await session.write([fullRow('a', 1n)], { from: 0n, to: 1n })
      await expectThings(place, expected)
      await session.write([fullRow('a', 3n, 'back again')])
      await expectThings(place, [fullRow('a', 3n, 'back again'), ...expected.slice(1)])
    }),
  )

  test(
    'takes the same batch twice',
    inPlace(async ({ place, session }) => {
      const rows = [fullRow('a', 1n), deletedRow('b', 2n)]
      const batch = await session.batchOf(rows)
      await session.send(batch)
      await session.send(batch)
      await session.target.stage(batch)
      await session.send(batch)
      await expectThings(place, rows)
      expect((await session.target.readCursor(things))?.position).toBe(batch.to)
    }),
  )

  test(
    'changes nothing of a row that comes again with the same contents, not even when it came',
    inPlace(async ({ place, session }) => {
      const rows = [...contrastingRows(), fullRow('full', 4n)]
      await session.write(rows, { from: 0n, to: 9n, batchId: 'first' })
      const again = { from: 0n, to: 9n, batchId: 'again', syncedAt: '2026-11-21T09:00:00.000Z' }
      const marks = async () =>
        new Map((await place.readRows(things)).map((row) => [row.key, `${row.batchId} ${row.syncedAt}`]))
      const untouched = new Map(rows.map(({ key }) => [key, `first ${syncedAt}`]))
      for (const rewritesEqual of [false, true]) {
        // The cursor is lost, so the same stretch is sent from the start.
        await session.target.writeCursor(things, { position: 0n, rewriteUntil: 9n, version: 1 })
        await session.write(rows, { ...again, rewritesEqual })
        await session.write(rows.slice(0, 9), { ...again, rewritesEqual })
        expect(await marks()).toEqual(untouched)
      }
      await session.write([...rows.slice(0, -1), fullRow('full', 4n, 'filled')], {
        ...again,
        rewritesEqual: true,
      })
      expect(await marks()).toEqual(new Map([...untouched, ['full', `again ${again.syncedAt}`]]))
      const filled = (await place.readRows(things)).find(({ key }) => key === 'full')
      expect(filled?.values.title).toBe('filled')
    }),
  )

  test(
    'keeps the greatest of several versions in one batch',
    inPlace(async ({ place, session }) => {
      await session.write([fullRow('a', 2n, 'older'), fullRow('a', 3n, 'newest'), fullRow('a', 1n, 'oldest')])
      await expectThings(place, [fullRow('a', 3n, 'newest')])
      await session.write([deletedRow('a', 5n), fullRow('a', 4n), fullRow('b', 1n), deletedRow('b', 2n)])
      await expectThings(place, [deletedRow('a', 5n), deletedRow('b', 2n)])
    }),
  )

  test(
    'keeps odd texts in every kind of column',
    inPlace(async ({ place, session }) => {
      const rows = oddTexts.map((text, index) => ({
        key: `odd-${index}`,
        version: 1n,
        values: {
          title: text,
          stage: text.slice(0, 100),
          themes: [text, '', text],
          profile: { [text]: [text] },
        },
      }))
      const keyed = oddKeys.map((key) => fullRow(key, 2n))
      await session.write([...rows, ...keyed])
      await expectThings(place, [...rows, ...keyed])
    }),
  )

  test(
    'keeps the edges of every type, or what its kind says it keeps instead',
    inPlace(async ({ place, session }) => {
      await session.write(edgeRows())
      await expectThings(place, edgeRows())
    }),
  )

  test(
    'keeps a year 0 among many rows',
    inPlace(async ({ place, session }) => {
      const [happened_at] = edgeValues.instant
      const many = Array.from({ length: 1_200 }, (_, index) => bareRow(`n-${index}`, 1n))
      await session.write([...many, { key: 'ancient', version: 1n, values: { happened_at } }])
      await session.write([{ key: 'n-0', version: 2n, values: { happened_at } }])
      await expectThings(place, [
        ...many.slice(1),
        { key: 'ancient', version: 1n, values: { happened_at } },
        { key: 'n-0', version: 2n, values: { happened_at } },
      ])
    }),
  )

  test(
    'counts and sums its rows as anybody can',
    inPlace(async ({ place, session }) => {
      const keys = [...Array.from({ length: 600 }, (_, index) => `sig_${index}`), ...oddKeys]
      const rows = keys.map((key, index) =>
        index % 7 === 0 ? deletedRow(key, 9n) : bareRow(key, BigInt(index) ** 5n + 1n),
      )
      await session.write(rows)
      for (const digits of [2, 4] as const) {
        const buckets = await session.target.checksum(things, digits)
        expect(buckets.toSorted((a, b) => (a.prefix < b.prefix ? -1 : 1))).toEqual(
          bucketsOf(rows, digits, rig.kind),
        )
      }
      const sortedHashes = async (prefixes: readonly string[]) => {
        const hashes = await session.target.listHashes(things, prefixes)
        return hashes.map(({ key, version, hash }) => `${key} ${version} ${hash}`).toSorted()
      }
      const expected = (prefixes: readonly string[]) =>
        rows
          .filter(({ key }) => prefixes.some((prefix) => md5(key).startsWith(prefix)))
          .map((row) => `${row.key} ${row.version} ${hashOf(row, rig.kind).slice(0, 16)}`)
          .toSorted()
      const short = ['00', '7f', md5('n:zürich 👍').slice(0, 2)]
      const long = rows.slice(0, 20).map(({ key }) => md5(key).slice(0, 4))
      expect(await sortedHashes(short)).toEqual(expected(short))
      expect(await sortedHashes(long)).toEqual(expected(long))
      expect(await sortedHashes([])).toEqual([])
      await expectThings(place, rows)
    }),
  )

  test(
    'hashes what every column of its rows holds, as anybody can',
    inPlace(async ({ session }) => {
      const rows = contrastingRows()
      await session.write(rows)
      const prefixes = [...new Set(rows.map(({ key }) => md5(key).slice(0, 2)))]
      const hashes = new Map(
        (await session.target.listHashes(things, prefixes)).map(({ key, hash }) => [key, hash]),
      )
      const differing = rows.filter((row) => hashes.get(row.key) !== hashOf(row, rig.kind).slice(0, 16))
      expect(differing).toEqual([])
      expect(hashes.size).toBe(rows.length)
    }),
  )

  test('keeps two workspaces in one place apart', async () => {
    const place = await rig.createPlace()
    await using ours = await openSession(rig, place, { orgId: 'org_ours' })
    await using theirs = await openSession(rig, place, { orgId: 'org_theirs' })
    await ours.write([fullRow('a', 1n, 'ours')], { to: 5n })
    await theirs.write([fullRow('a', 9n, 'theirs'), fullRow('b', 9n)], { to: 7n })
    await expectThings(place, [fullRow('a', 1n, 'ours')], { orgId: 'org_ours' })
    await expectThings(place, [fullRow('a', 9n, 'theirs'), fullRow('b', 9n)], { orgId: 'org_theirs' })
    expect((await ours.target.readCursor(things))?.position).toBe(5n)
    expect(await ours.target.checksum(things, 2)).toEqual(bucketsOf([fullRow('a', 1n, 'ours')], 2, rig.kind))
    await ours.target.removeRows(things, ['b'])
    await ours.target.dropTables([things, grownThings])
    expect(await ours.target.readCursor(things)).toBeUndefined()
    expect((await theirs.target.readCursor(things))?.position).toBe(7n)
    await expectThings(place, [], { orgId: 'org_ours' })
    await expectThings(place, [fullRow('a', 9n, 'theirs'), fullRow('b', 9n)], { orgId: 'org_theirs' })
    expect(await place.hasTable(things)).toBe(true)
    await theirs.target.dropTables([things])
    await theirs.target.dropTables([things])
    expect(await place.hasTable(things)).toBe(false)
    await theirs.target.prepare(things)
    await theirs.write([fullRow('a', 1n)], { from: 0n })
    await expectThings(place, [fullRow('a', 1n)], { orgId: 'org_theirs' })
  })

  test.each(rig.troubles)('knows what follows from $name', async ({ settings, secrets, fault }) => {
    const place = await rig.createPlace()
    const error = await openSession(rig, { ...place, settings, secrets }).then(
      () => undefined,
      (cause: unknown) => cause,
    )
    expect(error).toBeInstanceOf(Error)
    expect(rig.kind.faultOf(error)).toBe(fault)
    expect(String(error)).not.toMatch(/wrong/)
  })
}
