import { findObject, findTexts, type Service, type ServiceReply, startService } from './start-service.ts'

type PagerdutyIncident = {
  key: string
  status: 'triggered' | 'resolved'
  events: Record<string, unknown>[]
}

export type PagerdutyServer = Service & { routingKey: string; incidents: PagerdutyIncident[] }

const routingKey = 'R0123456789abcdefghijklmnopqrstu'
const maxBytes = 512 * 1024

/**
 * Starts a server that behaves as the Events API v2: one incident for each `dedup_key`, opened again by a trigger after
 * it was resolved. https://developer.pagerduty.com/docs/events-api-v2-overview
 */
export async function startPagerdutyServer(): Promise<PagerdutyServer> {
  const incidents: PagerdutyIncident[] = []
  const service = await startService(({ method, path, body }): ServiceReply => {
    if (method !== 'POST' || path !== '/v2/enqueue') return { status: 404, body: '' }
    if (Buffer.byteLength(body) > maxBytes) return { status: 413, body: '' }
    const event = findObject(body) ?? {}
    const errors = findErrors(event)
    if (errors.length > 0) return refuse(errors)
    const key = String(event.dedup_key)
    const open = incidents.find((one) => one.key === key && one.status === 'triggered')
    if (event.event_action === 'resolve') {
      if (open !== undefined) open.status = 'resolved'
    } else if (open === undefined) incidents.push({ key, status: 'triggered', events: [event] })
    else open.events.push(event)
    return {
      status: 202,
      body: JSON.stringify({ status: 'success', message: 'Event processed', dedup_key: key }),
    }
  })
  return { ...service, routingKey, incidents }
}

/** Returns what an event shows. */
export function findPagerdutyTexts({ payload, links }: Record<string, unknown>): string {
  return findTexts([payload, links]).join('\n')
}

function findErrors(event: Record<string, unknown>): string[] {
  const { routing_key: key, event_action: action, dedup_key: dedupKey, payload } = event
  if (key !== routingKey) return ['Invalid routing key']
  if (typeof dedupKey !== 'string' || dedupKey === '' || dedupKey.length > 255)
    return ['dedup_key is not valid']
  if (action === 'resolve') return []
  if (action !== 'trigger') return ['event_action is not valid']
  const { summary, source, severity, timestamp } = findObject(JSON.stringify(payload ?? null)) ?? {}
  return [
    ...(typeof summary === 'string' && summary !== '' && summary.length <= 1_024
      ? []
      : ['summary is not valid']),
    ...(typeof source === 'string' && source !== '' ? [] : ['source is not valid']),
    ...(['critical', 'error', 'warning', 'info'].includes(String(severity)) ? [] : ['severity is not valid']),
    ...(Number.isNaN(Date.parse(String(timestamp))) ? ['timestamp is not valid'] : []),
  ]
}

function refuse(errors: string[]): ServiceReply {
  return {
    status: 400,
    body: JSON.stringify({ status: 'invalid event', message: 'Event object is invalid', errors }),
  }
}
