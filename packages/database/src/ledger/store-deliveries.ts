import type { Pool } from 'pg'
import { createIdSeries, idTimeMs } from '../ids.ts'
import { doubleArray, integerArray, textArray } from './binary-array.ts'

/** One verified request and the events found in it. */
export type ReceivedRequest = {
  sourceId: string
  orgId: string
  receivedAtMs: number
  traceId: string
  /** The headers that carry the signature, so that stored bytes can be verified again. */
  signatureHeaders: Record<string, string>
  /** The secret of the source, or of the channel, that verified it. */
  secretId?: string | undefined
  /** Names the span of the request. */
  traceparent?: string | undefined
  body: Buffer
  events: ReceivedEvent[]
}

/** `type` is null if the body has no event in our format. */
export type ReceivedEvent = {
  eventId: string
  type: string | null
  /** The record that the event is about, if it names one. */
  recordId?: string | undefined
  /** The event made of a body that is not our envelope. */
  event?: Record<string, unknown>
}

/** Deliveries that one job applies. Their ids share the time of the batch's, so the batch id alone identifies its rows. */
export type Batch = {
  batchId: string
  /** Creates an id with the time of the batch. */
  createId: (prefix: string) => string
}

/**
 * Creates the batches of one intake, whose ids ascend with those of their deliveries. Of one intake, only the latest
 * batch may take more deliveries.
 */
export function createBatches(): (nowMs: number) => Batch {
  const nextId = createIdSeries()
  return (nowMs) => {
    const batchId = nextId('bat_', nowMs)
    // After a step back of the clock, the id has the time of the one before.
    const madeAtMs = idTimeMs(batchId)
    return { batchId, createId: (prefix) => nextId(prefix, madeAtMs) }
  }
}

export type StoredBatch = {
  batchId: string
  /** The ids of the deliveries of each request, in the order of its events. */
  deliveryIds: string[][]
}

/**
 * Commits requests and their deliveries in one statement. When it resolves, the bytes are durable; when it throws, they
 * may or may not be.
 *
 * @param batch takes the deliveries; by default a new one, made at `nowMs`
 * @param dueAfterMs how long the queue has for the deliveries before the sweep applies them, perhaps by their type
 */
export async function storeDeliveries(
  pool: Pool,
  requests: ReceivedRequest[],
  {
    nowMs = Date.now(),
    batch = createSingleBatch(nowMs),
    dueAfterMs,
  }: { nowMs?: number; batch?: Batch; dueAfterMs: number | ((type: string | null) => number) },
): Promise<StoredBatch> {
  const { batchId } = batch
  const dueAfterMsOf = typeof dueAfterMs === 'number' ? () => dueAfterMs : dueAfterMs
  const senders = createSenders()
  const request = {
    ids: texts(),
    senders: numbers(),
    received: numbers(),
    traces: texts(),
    headers: texts(),
    from: numbers(),
    length: numbers(),
    traceparents: nullableTexts(),
  }
  const delivery = {
    ids: texts(),
    requests: nullableTexts(),
    indexes: numbers(),
    senders: numbers(),
    events: texts(),
    types: nullableTexts(),
    received: numbers(),
    contents: nullableTexts(),
    dueAfter: numbers(),
    records: nullableTexts(),
  }
  const deliveryIds: string[][] = []
  let offset = 1
  for (const received of requests) {
    const ids = received.events.map(() => batch.createId('dlv_'))
    const requestId = ids[0]
    if (requestId === undefined) throw new RangeError('A request without events cannot be stored.')
    deliveryIds.push(ids)
    const sender = senders.numberOf(received)
    request.ids.push(requestId)
    request.senders.push(sender)
    request.received.push(received.receivedAtMs)
    request.traces.push(received.traceId)
    request.headers.push(JSON.stringify(received.signatureHeaders))
    request.from.push(offset)
    request.length.push(received.body.length)
    request.traceparents.push(received.traceparent ?? null)
    offset += received.body.length
    for (const [index, event] of received.events.entries()) {
      delivery.ids.push(ids[index] ?? requestId)
      delivery.requests.push(index === 0 ? null : requestId)
      delivery.indexes.push(index)
      delivery.senders.push(sender)
      delivery.events.push(event.eventId)
      delivery.types.push(event.type)
      delivery.received.push(received.receivedAtMs)
      delivery.contents.push(event.event === undefined ? null : JSON.stringify(event.event))
      delivery.dueAfter.push(dueAfterMsOf(event.type))
      delivery.records.push(event.recordId ?? null)
    }
  }
  await pool.query({
    name: 'store-deliveries',
    text: storeDeliveriesSql,
    values: [
      Buffer.concat(requests.map((received) => received.body)),
      batchId,
      senders.sourceIds,
      senders.orgIds,
      senders.secretIds,
      textArray(request.ids),
      integerArray(request.senders),
      doubleArray(request.received),
      textArray(request.traces),
      textArray(request.headers),
      integerArray(request.from),
      integerArray(request.length),
      textArray(request.traceparents),
      textArray(delivery.ids),
      textArray(delivery.requests),
      integerArray(delivery.indexes),
      integerArray(delivery.senders),
      textArray(delivery.events),
      textArray(delivery.types),
      doubleArray(delivery.received),
      textArray(delivery.contents),
      integerArray(delivery.dueAfter),
      textArray(delivery.records),
    ],
  })
  return { batchId, deliveryIds }
}

// All bodies travel as one binary parameter and are split here: an array of bytea would travel as hex text. The few
// senders of a flush travel once, and rows name them by number.
const storeDeliveriesSql = `
  with stored as (
    insert into requests
      (request_id, source_id, received_at, trace_id, signature_headers, body, sha256, secret_id, traceparent)
    select id, ($3::text[])[sender], to_timestamp(received_ms / 1000), trace_id, headers::jsonb,
           substring($1::bytea from start for length), sha256(substring($1::bytea from start for length)),
           ($5::bigint[])[sender], traceparent
    from unnest($6::text[], $7::int[], $8::float8[], $9::text[], $10::text[], $11::int[], $12::int[], $13::text[])
      as r (id, sender, received_ms, trace_id, headers, start, length, traceparent)
  )
  insert into deliveries
    (delivery_id, request_id, index, batch_id, org_id, source_id, event_id, type, received_at, due_at, event,
     record_id)
  select id, coalesce(request_id, id), index, $2, ($4::text[])[sender], ($3::text[])[sender], event_id, type,
         to_timestamp(received_ms / 1000), now() + due_after_ms * interval '1 millisecond', event::jsonb, record_id
  from unnest($14::text[], $15::text[], $16::int[], $17::int[], $18::text[], $19::text[], $20::float8[],
              $21::text[], $22::int[], $23::text[])
    as d (id, request_id, index, sender, event_id, type, received_ms, event, due_after_ms, record_id)`

/** Numbers the senders of requests from 1: each source, with the secret that verified. */
function createSenders() {
  const numbers = new Map<string, number>()
  const sourceIds = texts()
  const orgIds = texts()
  const secretIds = nullableTexts()
  return {
    sourceIds,
    orgIds,
    secretIds,
    numberOf: ({ sourceId, orgId, secretId = '' }: ReceivedRequest): number => {
      const key = `${sourceId} ${orgId} ${secretId}`
      const known = numbers.get(key)
      if (known !== undefined) return known
      const number = sourceIds.push(sourceId)
      orgIds.push(orgId)
      secretIds.push(secretId === '' ? null : secretId)
      numbers.set(key, number)
      return number
    },
  }
}

const createSingleBatch = createBatches()

const texts = (): string[] => []
const nullableTexts = (): (string | null)[] => []
const numbers = (): number[] => []
