import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { bucketsOf, expectRows } from './test-support/expected-state.ts'
import { openSession } from './test-support/open-session.ts'
import { parquetRig } from './test-support/rigs/parquet.ts'
import { fullRow } from './test-support/sample-rows.ts'
import { things } from './test-support/sample-tables.ts'

const rig = await parquetRig.start()
afterAll(rig.close)

test('puts one file in the place of many, and loses nothing', async () => {
  const place = await rig.createPlace()
  await using session = await openSession(rig, place)
  const rows = Array.from({ length: 130 }, (_, index) => fullRow(`k${index % 40}`, BigInt(index + 1)))
  for (const row of rows) await session.write([row])
  const latest = rows.slice(-40)
  await expectRows({ rig, place }, things, latest)
  expect(await session.target.checksum(things, 2)).toEqual(bucketsOf(latest, 2))
  expect((await session.target.readCursor(things))?.position).toBe(130n)
  const { path } = z.object({ path: z.string() }).parse(place.settings)
  const commits = await readdir(join(path, '_commits', things.name))
  expect(commits.length).toBeLessThan(10)
})
