import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { duckdb } from './duckdb.ts'
import { expectRows } from './test-support/expected-state.ts'
import { openSession } from './test-support/open-session.ts'
import { duckdbRig } from './test-support/rigs/duckdb.ts'
import { fullRow } from './test-support/sample-rows.ts'
import { things } from './test-support/sample-tables.ts'

const program = fileURLToPath(new URL('./test-support/hold-duckdb-file.ts', import.meta.url))

const rig = await duckdbRig.start()
afterAll(rig.close)

test('lets another process read the file between two batches, and waits for it to end', async () => {
  const place = await rig.createPlace()
  await using session = await openSession(rig, place)
  await session.write([fullRow('a', 1n), fullRow('b', 1n)])
  const { path } = z.object({ path: z.string() }).parse(place.settings)
  const reader = fork(program, [path, things.name])
  const [message] = await once(reader, 'message')
  expect(message).toEqual({ rows: 2 })

  const batch = await session.batchOf([fullRow('b', 2n, 'changed'), fullRow('c', 1n)])
  await session.target.stage(batch)
  const error = await session.target.commit(batch).catch((cause: unknown) => cause)
  expect(error).toBeInstanceOf(Error)
  expect(duckdb.faultOf(error)).toBe('retry')
  expect((await session.target.readCursor(things))?.position).toBe(batch.from)

  reader.disconnect()
  await once(reader, 'exit')
  await session.send(batch)
  await expectRows({ rig, place }, things, [fullRow('a', 1n), fullRow('b', 2n, 'changed'), fullRow('c', 1n)])
})
