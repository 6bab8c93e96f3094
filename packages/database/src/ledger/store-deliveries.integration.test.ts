import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { type ReceivedRequest, storeDeliveries } from './store-deliveries.ts'

const nowMs = Date.now()

function requestOf(
  sourceId: string,
  orgId: string,
  { events, ...members }: Partial<ReceivedRequest> & Pick<ReceivedRequest, 'events'>,
): ReceivedRequest {
  return {
    ...{ sourceId, orgId, receivedAtMs: nowMs, traceId: `trace ${sourceId}` },
    ...{
      signatureHeaders: { 'x-signature': 'a "quoted", {braced} one' },
      body: Buffer.from(sourceId),
      events,
    },
    ...members,
  }
}

test('stores every member of each request and event, of several senders in one flush', async ({
  database,
  pool,
}) => {
  const requests = [
    requestOf('src_a', 'org_1', {
      events: [
        { eventId: 'one', type: 'ping', recordId: 'sig_1' },
        { eventId: 'ü, \\ "two"', type: null, event: { of: 'a form' } },
      ],
      secretId: '7',
    }),
    requestOf('src_b', 'org_2', { events: [{ eventId: 'NULL', type: 'signal.read' }], traceparent: '00-1' }),
    requestOf('src_a', 'org_1', { events: [{ eventId: 'three', type: 'ping' }], secretId: '8' }),
    requestOf('src_a', 'org_1', { events: [{ eventId: 'four', type: 'ping' }], body: Buffer.of(0, 0xff) }),
  ]
  const { batchId, deliveryIds } = await storeDeliveries(pool, requests, {
    nowMs,
    dueAfterMs: (type) => (type === 'signal.read' ? 2_000 : 15_000),
  })
  const { rows } = await sql<Record<string, unknown>>`
    select d.delivery_id, d.request_id, d.index, d.org_id, d.source_id, d.event_id, d.type, d.event, d.record_id,
           round(extract(epoch from d.received_at) * 1000)::float8 as "receivedMs",
           extract(epoch from d.due_at - now())::float8 as "dueS",
           r.source_id as "requestSource", r.trace_id, r.signature_headers, r.secret_id, r.traceparent,
           encode(r.body, 'hex') as body, r.sha256 = sha256(r.body) as digested
    from deliveries d join requests r using (request_id)
    where d.batch_id = ${batchId} order by d.delivery_id`.execute(database)
  const expected = requests.flatMap((request, at) =>
    request.events.map((event, index) => ({
      ...{ delivery_id: deliveryIds[at]?.[index], request_id: deliveryIds[at]?.[0], index },
      ...{ org_id: request.orgId, source_id: request.sourceId, requestSource: request.sourceId },
      ...{ event_id: event.eventId, type: event.type, event: event.event ?? null },
      ...{ record_id: event.recordId ?? null, receivedMs: nowMs, trace_id: request.traceId },
      ...{ signature_headers: request.signatureHeaders, secret_id: request.secretId ?? null },
      ...{ traceparent: request.traceparent ?? null, body: request.body.toString('hex'), digested: true },
      dueS: expect.closeTo(event.type === 'signal.read' ? 2 : 15, -1),
    })),
  )
  expect(rows).toEqual(expected)
})
