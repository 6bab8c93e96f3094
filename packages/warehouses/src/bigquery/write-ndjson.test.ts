import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { things } from '../test-support/samples/sample-tables.ts'
import { writeBatchFile } from '../test-support/samples/write-batch-file.ts'
import { writeNdjson } from './write-ndjson.ts'

let directory: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'signalpost-ndjson-'))
})

afterAll(() => rm(directory, { recursive: true }))

const text = fc.string({ unit: fc.constantFrom('\\', 'N', ',', '"', '\n', '\r', 'x', 'ü', '\u2028') })
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null })
const rows = fc.array(
  fc.record({
    key: text,
    version: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }),
    isDeleted: fc.constant(false),
    values: fc.record({
      title: orNull(text),
      amount: orNull(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
      score: orNull(fc.double({ noNaN: true, noDefaultInfinity: true })),
      is_open: orNull(fc.boolean()),
      themes: orNull(fc.array(text)),
      profile: orNull(fc.array(text)),
    }),
  }),
  { maxLength: 80 },
)

test('writes every cell as BigQuery reads it: integers as texts, no list as an empty one', async () => {
  const file = join(directory, 'batch.csv')
  const output = join(directory, 'batch.ndjson.gz')
  const facts = { batchId: 'b', from: 0n, to: 1n, rewritesEqual: false, syncedAt: '' }
  await fc.assert(
    fc.asyncProperty(rows, async (sample) => {
      await writeBatchFile(file, { table: things, orgId: 'org_demo', rows: sample })
      const batch = { ...facts, table: things, orgId: 'org_demo', file, rows: sample.length }
      await writeNdjson(batch, output)
      const lines = gunzipSync(await readFile(output))
        .toString()
        .split('\n')
        .slice(0, -1)
      expect(lines.map((line): unknown => JSON.parse(line))).toEqual(
        sample.map(({ key, version, values: { title, amount, score, is_open, themes, profile } }) => ({
          ...{ org_id: 'org_demo', id: key, title, stage: null },
          amount: amount === null ? null : String(amount),
          ...{ score: score === null ? null : Number(String(score)), is_open, happened_at: null },
          themes: themes ?? [],
          profile,
          _version: String(version),
          _deleted: false,
        })),
      )
    }),
    { numRuns: 50 },
  )
})
