import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { parse } from 'csv-parse'
import type { Batch } from '../target.ts'

/** The least and the greatest key and version of a batch, as the server orders them. */
type Extent = { first_key: string; last_key: string; first_version: bigint; last_version: bigint }

/** Reads between which keys and versions the rows of a batch are, so that the server looks no further. */
export async function readExtent({ table, file }: Pick<Batch, 'table' | 'file'>): Promise<Extent> {
  const keyAt = table.columns.findIndex(({ name }) => name === table.key)
  const versionAt = table.columns.length
  const keys = { first: Buffer.alloc(0), last: Buffer.alloc(0) }
  const versions = { first: 0n, last: 0n }
  let isFirst = true
  await pipeline(
    createReadStream(file),
    parse({ delimiter: ',', record_delimiter: '\n' }),
    async (records: AsyncIterable<readonly string[]>) => {
      for await (const cells of records) {
        const key = Buffer.from(cells[keyAt] ?? '')
        const version = BigInt(cells[versionAt] ?? '')
        // By bytes: JavaScript orders texts in another way.
        if (isFirst || key.compare(keys.first) < 0) keys.first = key
        if (isFirst || key.compare(keys.last) > 0) keys.last = key
        if (isFirst || version < versions.first) versions.first = version
        if (isFirst || version > versions.last) versions.last = version
        isFirst = false
      }
    },
  )
  return {
    ...{ first_key: keys.first.toString(), last_key: keys.last.toString() },
    ...{ first_version: versions.first, last_version: versions.last },
  }
}
