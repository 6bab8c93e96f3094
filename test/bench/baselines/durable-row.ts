import { randomUUID } from 'node:crypto'
import { Pool } from 'pg'
import { serve } from './serve.ts'
import { isSigned } from './verify-signature.ts'

// The ceiling plus one durable row: verifies, parses and stores each delivery, in groups, and does nothing else. No
// job, no ledger, no limits, one source.

const secret = process.env.SECRET ?? ''
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 2 })

type Waiting = {
  id: string
  eventId: string
  body: Buffer
  answer: (status: number, document: object) => void
}

let waiting: Waiting[] = []
let flushes = 0

await pool.query('create table if not exists durable_rows (id text primary key, event_id text, body bytea)')

serve((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const body = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)
    if (!isSigned(request.headers['x-service-signature'], body, secret)) {
      answer(401, { error: { code: 'signature_invalid' } })
      return
    }
    const { id: eventId } = JSON.parse(body.toString('utf8'))
    waiting.push({ id: `dlv_${randomUUID()}`, eventId, body, answer })
    void flush()
  })
  const answer = (status: number, document: object): void => {
    const bytes = Buffer.from(JSON.stringify(document))
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.length })
    response.end(bytes)
  }
})

/** Stores what gathered while the last group was stored. */
async function flush(): Promise<void> {
  if (flushes >= 2 || waiting.length === 0) return
  flushes += 1
  const group = waiting
  waiting = []
  try {
    await pool.query({ name: 'store', text: storeSql, values: valuesOf(group) })
    for (const { id, eventId, answer } of group) answer(202, { status: 'accepted', deliveryId: id, eventId })
  } catch (error) {
    process.stderr.write(`${String(error)}\n`)
    for (const { answer } of group) answer(503, { error: { code: 'unavailable' } })
  } finally {
    flushes -= 1
  }
  await flush()
}

function valuesOf(group: readonly Waiting[]): unknown[] {
  const starts: number[] = []
  let start = 1
  for (const { body } of group) {
    starts.push(start)
    start += body.length
  }
  return [
    Buffer.concat(group.map(({ body }) => body)),
    group.map(({ id }) => id),
    group.map(({ eventId }) => eventId),
    starts,
    group.map(({ body }) => body.length),
  ]
}

const storeSql = `
  insert into durable_rows (id, event_id, body)
  select id, event_id, substring($1::bytea from start for length)
  from unnest($2::text[], $3::text[], $4::int[], $5::int[]) as r (id, event_id, start, length)`
