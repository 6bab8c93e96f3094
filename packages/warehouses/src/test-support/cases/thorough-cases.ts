import { expect, test } from 'vitest'
import { openSession, type Session } from '../open-session.ts'
import { bucketsOf, expectRows, latestOf } from '../samples/expected-state.ts'
import { bareRow, fullRow, oddKeys } from '../samples/sample-rows.ts'
import { grownThings, things } from '../samples/sample-tables.ts'
import type { SampleRow } from '../samples/write-batch-file.ts'
import type { StartedRig } from '../start-rigs.ts'
import { expectThingsOf, inPlaceOf } from './in-place.ts'

/** Declares the tests of everything else that every warehouse must do. */
export function testThoroughCases(rig: StartedRig): void {
  const inPlace = inPlaceOf(rig)
  const expectThings = expectThingsOf(rig)

  test(
    'leaves alone what is newer than a batch',
    inPlace(async ({ place, session }) => {
      await session.write([fullRow('a', 5n), fullRow('b', 5n)])
      await session.write([fullRow('a', 4n, 'stale'), fullRow('b', 6n, 'fresh')])
      await expectThings(place, [fullRow('a', 5n), fullRow('b', 6n, 'fresh')])
    }),
  )

  test(
    'overwrites equal versions only where the batch asks for it',
    inPlace(async ({ place, session }) => {
      await session.write([fullRow('a', 2n), fullRow('b', 2n)])
      if (rig.replacesEqual === undefined) {
        await session.write([fullRow('a', 2n, 'again')])
        await expectThings(place, [fullRow('a', 2n), fullRow('b', 2n)])
      }
      await session.write([fullRow('a', 2n, 'again'), fullRow('b', 1n, 'stale')], { rewritesEqual: true })
      await expectThings(place, [fullRow('a', 2n, 'again'), fullRow('b', 2n)])
    }),
  )

  test(
    'takes many rows as it takes few',
    inPlace(async ({ place, session }) => {
      const rowsOf = (first: number, version: bigint) =>
        Array.from({ length: 1_500 }, (_, index) => fullRow(`sig_${first + index}`, version))
      const older = rowsOf(0, 2n)
      const newer = rowsOf(1_400, 3n)
      const batches = [older, newer, rowsOf(700, 1n), [...rowsOf(2_900, 1n), ...rowsOf(2_900, 2n)]]
      for (const rows of batches) await session.write(rows)
      await expectThings(place, latestOf(batches.flat()))
      expect((await session.target.readCursor(things))?.position).toBe(7_500n)
    }),
  )

  test(
    'commits what was staged last of a stretch whose rows moved on',
    inPlace(async ({ place, session }) => {
      await session.write([fullRow('a', 1n)], { to: 1n })
      const more = Array.from({ length: 1_000 }, (_, index) => fullRow(`more ${index}`, 1n))
      const stretch = { from: 1n, to: 2_000n }
      await session.target.stage(await session.batchOf([fullRow('a', 2n, 'before')], stretch))
      await session.write([fullRow('a', 3n, 'after'), ...more], stretch)
      await expectThings(place, [fullRow('a', 3n, 'after'), ...more])
    }),
  )

  test(
    'takes a batch without rows',
    inPlace(async ({ place, session }) => {
      await session.write([], { from: 0n, to: 9n })
      await expectThings(place, [])
      expect((await session.target.readCursor(things))?.position).toBe(9n)
    }),
  )

  test('adds columns that are new, and fills them', async () => {
    const place = await rig.createPlace()
    await using before = await openSession(rig, place)
    await before.write([fullRow('a', 1n), fullRow('b', 1n)])
    await using after = await openSession(rig, place, { table: grownThings })
    await after.target.prepare(grownThings)
    await expectRows({ rig, place }, grownThings, [fullRow('a', 1n), fullRow('b', 1n)])
    const grown = (key: string, version: bigint) => ({
      ...fullRow(key, version),
      values: { ...fullRow(key, version).values, region: 'Bavaria', visits: 3n, tags: ['new'] },
    })
    await after.write([grown('a', 1n), grown('c', 2n)], { rewritesEqual: true })
    await expectRows({ rig, place }, grownThings, [grown('a', 1n), fullRow('b', 1n), grown('c', 2n)])
    // A process one version behind still writes the columns it knows.
    await before.write([fullRow('b', 3n, 'behind')])
    await expectRows({ rig, place }, grownThings, [
      grown('a', 1n),
      fullRow('b', 3n, 'behind'),
      grown('c', 2n),
    ])
  })

  test(
    'keeps empty and absent lists and JSON of every form',
    inPlace(async ({ place, session }) => {
      const forms = [{}, [], '', 'text', 0, 1.5, false, [null], { a: { b: [{ c: null }] } }, [[], [{}]]]
      const rows: SampleRow[] = forms.map((profile, index) => ({
        key: `form-${index}`,
        version: 1n,
        values: { themes: index % 2 === 0 ? [] : [''], profile },
      }))
      await session.write([...rows, bareRow('absent', 1n)])
      await expectThings(place, [...rows, bareRow('absent', 1n)])
    }),
  )

  test(
    'keeps a cell of five megabytes',
    inPlace(async ({ place, session }) => {
      const huge = 'häuser, "quoted"\n'.repeat(300_000)
      const rows = [fullRow('huge', 1n, huge), fullRow('usual', 1n)]
      await session.write(rows)
      await expectThings(place, rows)
    }),
  )

  test(
    'moves its cursor forwards alone',
    inPlace(async ({ session }) => {
      const { target } = session
      await session.write([fullRow('a', 1n)], { from: 0n, to: 20n })
      await session.write([fullRow('b', 1n)], { from: 5n, to: 9n })
      await target.moveCursor({ table: things, from: 5n, to: 9n })
      expect((await target.readCursor(things))?.position).toBe(20n)
    }),
  )

  test(
    'moves its cursor without rows',
    inPlace(async ({ place, session }) => {
      const { target } = session
      await target.moveCursor({ table: things, from: 0n, to: 3n })
      expect(await target.readCursor(things)).toEqual({ position: 3n, rewriteUntil: 0n, version: 1 })
      await session.write([fullRow('a', 1n)], { from: 3n, to: 5n })
      await target.moveCursor({ table: things, from: 5n, to: 9n })
      await target.moveCursor({ table: things, from: 5n, to: 9n })
      expect((await target.readCursor(things))?.position).toBe(9n)
      await expectThings(place, [fullRow('a', 1n)])
    }),
  )

  test(
    'gets a cursor by the first stretch alone',
    inPlace(async ({ place, session }) => {
      const { target } = session
      await session.write([fullRow('b', 1n)], { from: 5n, to: 10n })
      await target.moveCursor({ table: things, from: 10n, to: 12n })
      expect(await target.readCursor(things)).toBeUndefined()
      await session.write([fullRow('a', 1n)], { from: 0n, to: 5n })
      expect((await target.readCursor(things))?.position).toBe(5n)
      await session.write([fullRow('b', 1n)], { from: 5n, to: 10n })
      expect((await target.readCursor(things))?.position).toBe(10n)
      await expectThings(place, [fullRow('a', 1n), fullRow('b', 1n)])
    }),
  )

  test(
    'removes rows permanently',
    inPlace(async ({ place, session }) => {
      await session.write([
        fullRow('a', 9n),
        fullRow(oddKeys[0] ?? '', 9n),
        fullRow('c', 9n),
        fullRow('d', 9n),
      ])
      await session.target.removeRows(things, ['a', oddKeys[0] ?? '', 'nobody'])
      await session.target.removeRows(things, [])
      await expectThings(place, [fullRow('c', 9n), fullRow('d', 9n)])
      expect(await session.target.checksum(things, 2)).toEqual(
        bucketsOf([fullRow('c', 9n), fullRow('d', 9n)], 2, rig.kind),
      )
      await session.write([fullRow('a', 1n, 'as it is known here')])
      await expectThings(place, [fullRow('a', 1n, 'as it is known here'), fullRow('c', 9n), fullRow('d', 9n)])
    }),
  )

  test('continues where a process ended after staging', async () => {
    const place = await rig.createPlace()
    const rows = [fullRow('a', 1n), fullRow('b', 1n)]
    {
      await using ended = await openSession(rig, place)
      await ended.target.stage(await ended.batchOf(rows))
    }
    await expectThings(place, [])
    await using session = await openSession(rig, place)
    expect(await session.target.readCursor(things)).toBeUndefined()
    const changed = [fullRow('a', 1n), fullRow('b', 2n, 'moved on')]
    await session.write(changed)
    await expectThings(place, changed)
  })

  test('lets two write one table at once', async () => {
    const place = await rig.createPlace()
    await using one = await openSession(rig, place)
    await using other = await openSession(rig, place)
    const rowsOf = (version: bigint, title: string) =>
      Array.from({ length: 50 }, (_, index) => fullRow(`k${index}`, version, title))
    const older = await one.batchOf(rowsOf(1n, 'older'), { from: 0n, to: 50n })
    const newer = await other.batchOf(rowsOf(2n, 'newer').toReversed(), { from: 0n, to: 90n })
    await one.target.stage(older)
    await other.target.stage(newer)
    await other.target.commit(newer)
    await one.target.commit(older)
    await expectThings(place, rowsOf(2n, 'newer'))
    expect((await other.target.readCursor(things))?.position).toBe(90n)
    const writeAll = async (session: Session, titles: readonly bigint[]) => {
      for (const version of titles) await session.write(rowsOf(version, `version ${version}`))
    }
    await Promise.all([writeAll(one, [3n, 6n, 7n]), writeAll(other, [4n, 5n, 8n])])
    await expectThings(place, rowsOf(8n, 'version 8'))
  })

  test('is prepared by several at once', async () => {
    const place = await rig.createPlace()
    const sessions = await Promise.all(
      ['org_a', 'org_b', 'org_c', 'org_a'].map((orgId) => openSession(rig, place, { orgId })),
    )
    await Promise.all(sessions.map(({ target }) => target.prepare(grownThings)))
    await expectRows({ rig, place }, grownThings, [])
    await Promise.all(sessions.map((session) => session[Symbol.asyncDispose]()))
  })

  test('sends again what was changed or removed by hand', async () => {
    const place = await rig.createPlace()
    if (place.tamper === undefined) return
    await using session = await openSession(rig, place)
    const rows = ['a', 'b', 'c'].map((key) => fullRow(key, 4n))
    await session.write(rows)
    await place.tamper.removeRow(things, 'a')
    await place.tamper.setText(things, 'b', { column: 'title', text: 'by hand' })
    const changed = fullRow('b', 4n, 'by hand')
    expect(await session.target.checksum(things, 2)).toEqual(
      bucketsOf([changed, ...rows.slice(2)], 2, rig.kind),
    )
    await session.write(rows, { rewritesEqual: true })
    await expectThings(place, rows)
    expect(await session.target.checksum(things, 2)).toEqual(bucketsOf(rows, 2, rig.kind))
  })
}
