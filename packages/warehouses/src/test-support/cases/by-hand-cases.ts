import { expect, test } from 'vitest'
import { openSession } from '../open-session.ts'
import { hashOf, md5 } from '../samples/expected-state.ts'
import { fullRow } from '../samples/sample-rows.ts'
import { things } from '../samples/sample-tables.ts'
import type { StartedRig } from '../start-rigs.ts'
import { expectThingsOf } from './in-place.ts'

/** Declares the tests of what people do in a warehouse by hand, where the engine lets that be. */
export function testByHandCases(rig: StartedRig): void {
  const expectThings = expectThingsOf(rig)

  test('counts a row that is there twice, and lists it once', async () => {
    const place = await rig.createPlace()
    if (place.tamper?.repeatRow === undefined) return
    await using session = await openSession(rig, place)
    await session.write([fullRow('a', 1n), fullRow('b', 1n)], { from: 0n, to: 10n })
    await place.tamper.repeatRow(things, 'a')
    const buckets = await session.target.checksum(things, 2)
    expect(buckets.reduce((sum, { rows }) => sum + rows, 0n)).toBe(3n)
    const listed = await session.target.listHashes(
      things,
      ['a', 'b'].map((key) => md5(key).slice(0, 2)),
    )
    const hashed = (key: string) => hashOf(fullRow(key, 1n), rig.kind).slice(0, 16)
    expect(listed.toSorted((one, other) => (one.key < other.key ? -1 : 1))).toEqual([
      { key: 'a', version: 1n, hash: hashed('a'), copies: 2 },
      { key: 'b', version: 1n, hash: hashed('b'), copies: 1 },
    ])
    await session.target.removeRows(things, ['a'])
    await session.target.prepare(things)
    await session.write([fullRow('a', 1n)], { from: 10n, to: 10n, batchId: 'again' })
    await expectThings(place, [fullRow('a', 1n), fullRow('b', 1n)])
  })

  test('leaves a table alone that something else made under the name of one of its own', async () => {
    const place = await rig.createPlace()
    if (place.tamper === undefined) return
    {
      await using before = await openSession(rig, place)
      await before.write([fullRow('a', 1n)])
    }
    await place.tamper.replaceTable(things)
    await using session = await openSession(rig, place, { isPrepared: false })
    await expect(session.target.prepare(things)).rejects.toThrow('was created by something else')
    await session.target.dropTables([things])
    expect(await place.hasTable(things)).toBe(true)
  })
}
