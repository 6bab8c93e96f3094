import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openEngine } from './engine.ts'

test('an engine keeps nothing of a file that it has read', async () => {
  const scratch = await mkdtemp(join(tmpdir(), 'signalpost-engine-'))
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
    engine.close()
    await rm(scratch, { recursive: true })
  }
})
