import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openEngine } from './engine.ts'

let scratch: string

beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'signalpost-engine-'))
})

afterEach(() => rm(scratch, { recursive: true }))

test('an engine keeps nothing of a file that it has read', async () => {
  const engine = await openEngine({ scratch })
  try {
    const file = join(scratch, 'numbers.parquet')
    await engine.run(`copy (select hash(range) as number from range(200000)) to '${file}'`)
    const [read] = await engine.query(`select count(distinct number)::integer as rows from '${file}'`)
    expect(read).toEqual({ rows: 200_000 })
    const kept = await engine.query(
      `select sum(memory_usage_bytes)::integer as bytes from duckdb_memory() where tag = 'EXTERNAL_FILE_CACHE'`,
    )
    expect(kept).toEqual([{ bytes: 0 }])
  } finally {
    await engine.close()
  }
})

// Without it, the statement never settles, or the process ends by a segmentation fault.
test.each(['at once', 'in the midst'])(
  'an engine that is closed %s ends the statement that runs',
  async (when) => {
    const engine = await openEngine({ scratch })
    const statement = engine.query(
      'select sum(hash(a.range + b.range)) from range(200000) a, range(200000) b',
    )
    const ended = statement.catch((cause: unknown) => cause)
    if (when === 'in the midst') await setTimeout(100)
    await engine.close()
    expect(await ended).toBeInstanceOf(Error)
    await expect(engine.query('select 1')).rejects.toThrow('the engine is closed')
  },
)
