import { expect, test } from 'vitest'
import { commitUntilKilled, crashPoints } from '../commit-until-killed.ts'
import { openSession } from '../open-session.ts'
import { bucketsOf, expectRows, latestOf } from '../samples/expected-state.ts'
import { bareRow, deletedRow, fullRow } from '../samples/sample-rows.ts'
import { things } from '../samples/sample-tables.ts'
import { testRandomBatches } from '../samples/test-random-batches.ts'
import type { SampleRow } from '../samples/write-batch-file.ts'
import type { StartedRig } from '../start-rigs.ts'

const many = 100_000

/** Declares the tests that are too slow for every day. */
export function testHeavyCases(rig: StartedRig): void {
  const known = [fullRow('changed', 2n, 'now'), deletedRow('deleted', 2n), fullRow('new', 1n)]
  const unknown = Array.from({ length: 2_000 }, (_, index) => fullRow(`new ${index}`, 1n))
  const crashes = crashPoints.flatMap((at) => [
    { at, what: 'rows of which some are known', rows: known },
    { at, what: 'many rows that are all new', rows: unknown },
  ])
  test.each(crashes)('continues where a process was killed at $at with $what', async ({ at, rows }) => {
    const place = await rig.createPlace()
    const before = [fullRow('kept', 1n), fullRow('changed', 1n), fullRow('deleted', 1n)]
    const after = latestOf([...before, ...rows])
    await using files = await openSession(rig, place)
    await files.write(before)
    const batch = await files.batchOf(rows)
    const { settings, secrets } = place
    await files.close()
    const { kind } = rig.kind
    await commitUntilKilled({ ...files.options, kind, at, batch, settings, secrets })

    await using resumed = await openSession(rig, place)
    const position = (await resumed.target.readCursor(things))?.position
    expect(position).toBe(at === 'sync.committed' ? batch.to : batch.from)
    if (rig.isTransactional || position === batch.to) {
      await expectRows({ rig, place }, things, position === batch.to ? after : before)
    }
    // The stretch is read again, and its rows may have moved on meanwhile.
    const movedOn = [...rows.slice(0, -1), fullRow(rows.at(-1)?.key ?? '', 4n, 'moved on')]
    await resumed.write(movedOn, { from: batch.from, to: batch.to, batchId: batch.batchId })
    await expectRows({ rig, place }, things, latestOf([...after, ...movedOn]))
    await resumed.send(batch)
    await expectRows({ rig, place }, things, latestOf([...after, ...movedOn]))
  })

  test('keeps a hundred thousand rows, and half of them changed', async () => {
    const place = await rig.createPlace()
    await using session = await openSession(rig, place)
    const rows = Array.from({ length: many }, (_, index) => fullRow(`sig_${index}`, BigInt(index + 1)))
    await session.write(rows)
    expect(await sortedBuckets(session.target.checksum(things, 4))).toEqual(bucketsOf(rows, 4, rig.kind))
    const changes = rows.filter((_, index) => index % 2 === 0).map(changeOf)
    await session.write([...changes, ...rows.slice(0, 1000)])
    const expected = latestOf([...rows, ...changes])
    expect(await sortedBuckets(session.target.checksum(things, 2))).toEqual(bucketsOf(expected, 2, rig.kind))
    await expectRows({ rig, place }, things, expected)
  })

  testRandomBatches(rig, { numRuns: 20 })
}

function changeOf({ key, version }: SampleRow): SampleRow {
  const changed = version + BigInt(many)
  return version % 4n === 1n ? bareRow(key, changed) : fullRow(key, changed, 'changed')
}

async function sortedBuckets<Item extends { prefix: string }>(buckets: Promise<Item[]>): Promise<Item[]> {
  return (await buckets).toSorted((a, b) => (a.prefix < b.prefix ? -1 : 1))
}
