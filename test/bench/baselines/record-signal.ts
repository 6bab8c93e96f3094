import { createHash } from 'node:crypto'
import type { QueryConfig } from 'pg'
import type { DeliveryJob } from './open-bullmq.ts'

// The rows that any worker writes for a new signal: that the event was applied, the signal as of the latest event, and
// that it changed. For one delivery, or for many in one statement.

type Described = {
  id: string
  orgId: string
  listenerId: string
  source: string
  classification: string
  relevanceScore: number
  postedAt: string
  firstSeenAt: string
}

export function recordEvent(jobs: readonly DeliveryJob[]): QueryConfig {
  return {
    name: 'record-event',
    text: `
      insert into identities (source_id, event_id, delivery_id, content_sha256, applied_at)
      select source_id, event_id, event_id, decode(content, 'hex'), clock_timestamp()
      from unnest($1::text[], $2::text[], $3::text[]) as i (source_id, event_id, content)
      on conflict do nothing`,
    values: [
      jobs.map(({ sourceId }) => sourceId),
      jobs.map(({ event }) => event.id),
      jobs.map(({ event }) => createHash('sha256').update(JSON.stringify(event)).digest('hex')),
    ],
  }
}

export function recordSignal(jobs: readonly DeliveryJob[]): QueryConfig {
  return {
    name: 'record-signal',
    text: `
      insert into signals
        (org_id, signal_id, state, listener_id, source, classification, relevance_score, posted_at, stored_at)
      select org_id, signal_id, state, listener_id, source, classification, relevance_score, posted_at, now()
      from json_populate_recordset(null::signals, $1)
      on conflict (org_id, signal_id) do update
      set state = excluded.state, listener_id = excluded.listener_id, source = excluded.source,
          classification = excluded.classification, relevance_score = excluded.relevance_score,
          posted_at = excluded.posted_at
      where signals.state #>> '{last,key,at}' < excluded.state #>> '{last,key,at}'`,
    values: [JSON.stringify(jobs.map(signalRow))],
  }
}

function signalRow({ sourceId, orgId, event }: DeliveryJob): object {
  const { id, orgId: _orgId, postedAt, relevanceScore, firstSeenAt, ...facts } = signalOf(event.data)
  const key = { at: event.occurredAt, eventId: event.id, sourceId }
  return {
    org_id: orgId,
    signal_id: id,
    state: { last: { key, document: facts }, first: { key, members: { relevanceScore, firstSeenAt } } },
    listener_id: facts.listenerId,
    source: facts.source,
    classification: facts.classification,
    relevance_score: relevanceScore,
    posted_at: postedAt,
  }
}

function signalOf(data: unknown): Described {
  // The cast: the bench sends new signals only.
  return (data as { signal: Described }).signal
}
