import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { openSession, type Session } from '../test-support/open-session.ts'
import { parquetRig } from '../test-support/rigs/parquet.ts'
import { parquetInBucketRig } from '../test-support/rigs/parquet-in-bucket.ts'
import { bucketsOf, expectRows } from '../test-support/samples/expected-state.ts'
import { fullRow } from '../test-support/samples/sample-rows.ts'
import { things } from '../test-support/samples/sample-tables.ts'
import { openBucketStore } from './stores/bucket-store.ts'
import type { FileStore } from './stores/file-store.ts'

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

const bucketRemedy = parquetInBucketRig.findRemedy?.()

test.skipIf(bucketRemedy !== undefined)(
  'keeps and mends a bucket as it does a directory, without a word on the terminal',
  async () => {
    const inBucket = await parquetInBucketRig.start()
    const warn = vi.spyOn(console, 'warn')
    try {
      const place = await inBucket.createPlace()
      const { secretKey } = z.object({ secretKey: z.string() }).parse(place.secrets)
      const settings = bucketSettings.parse(place.settings)
      const withStore = async <Result>(use: (store: FileStore) => Promise<Result>): Promise<Result> => {
        const store = await openBucketStore({ ...settings, secretKey }, tmpdir())
        try {
          return await use(store)
        } finally {
          store.close()
        }
      }
      const paths = (folder: string) =>
        withStore(async (store) => (await store.list(folder)).map(({ path }) => path))
      const use = async (act: (session: Session) => Promise<void>) => {
        await using session = await openSession(inBucket, place)
        await act(session)
        await session.close()
      }

      await use(({ target }) => target.writeCursor(things, { position: 0n, rewriteUntil: 0n, version: 1 }))
      const copies = ['current/things.json', 'current/things.parquet']
      expect(await paths('current')).toEqual(copies)
      expect(await paths('things')).toHaveLength(1)

      await use((session) => session.write([fullRow('a', 1n)], { from: 0n, to: 5n }))
      await withStore((store) => store.remove(copies))
      await use(async ({ target }) => {
        await target.readCursor(things)
      })
      expect(await paths('current')).toEqual(copies)

      const damaged = (await paths('things')).find((path) => path.includes('things_0_5')) ?? ''
      await withStore((store) => store.writeText(damaged, 'no Parquet'))
      await use(async (session) => {
        expect(await session.target.checksum(things, 2)).toEqual([])
        expect(session.target.damagedFiles?.(things)).toEqual([damaged])
        await session.target.mend?.(things)
        await session.write([fullRow('a', 1n)], { from: 5n, to: 5n, rewritesEqual: true })
      })
      expect(await paths('things')).not.toContain(damaged)
      await expectRows({ rig: inBucket, place }, things, [fullRow('a', 1n)])
      expect(warn.mock.calls).toEqual([])
    } finally {
      warn.mockRestore()
      await inBucket.close()
    }
  },
)

const bucketSettings = z.object({
  ...{
    bucket: z.string(),
    prefix: z.string(),
    endpoint: z.string(),
    region: z.string(),
    accessKey: z.string(),
  },
})
