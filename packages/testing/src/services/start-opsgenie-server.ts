import { findObject, findTexts, type Service, type ServiceReply, startService } from './start-service.ts'

type OpsgenieAlert = { alias: string; status: 'open' | 'closed'; created: Record<string, unknown>[] }

export type OpsgenieServer = Service & { apiKey: string; alerts: OpsgenieAlert[] }

const apiKey = 'key-of-the-integration'
const limits: Record<string, number> = {
  message: 130,
  alias: 512,
  description: 15_000,
  entity: 512,
  source: 100,
}
const maxDetails = 8_000

/**
 * Starts a server that behaves as the alert API of Opsgenie, which counts a repeat of an open alias and reads HTML.
 * https://docs.opsgenie.com/docs/alert-api
 */
export async function startOpsgenieServer(): Promise<OpsgenieServer> {
  const alerts: OpsgenieAlert[] = []
  const service = await startService(({ method, path, headers, body }): ServiceReply => {
    if (headers.authorization !== `GenieKey ${apiKey}`) return refuse(403, 'Key format is not valid!')
    if (method === 'GET' && path === '/v2/alerts/count') {
      return {
        status: 200,
        body: JSON.stringify({ data: { count: alerts.length }, took: 0.1, requestId: 'r' }),
      }
    }
    if (method !== 'POST') return refuse(405, 'Method not allowed')
    const given = findObject(body)
    if (given === undefined) return refuse(422, 'Request body is not processable.')
    const closing = /^\/v2\/alerts\/([^/]+)\/close\?identifierType=alias$/.exec(path)?.[1]
    if (closing !== undefined) {
      const open = alerts.find((one) => one.alias === decodeURIComponent(closing) && one.status === 'open')
      if (open !== undefined) open.status = 'closed'
      return accepted()
    }
    if (path !== '/v2/alerts') return refuse(404, 'Not found')
    const fault = findFault(given)
    if (fault !== undefined) return refuse(422, fault)
    const alias = String(given.alias)
    const open = alerts.find((one) => one.alias === alias && one.status === 'open')
    if (open === undefined) alerts.push({ alias, status: 'open', created: [given] })
    else open.created.push(given)
    return accepted()
  })
  return { ...service, apiKey, alerts }
}

/** Returns what an alert shows: message and description are read as HTML. */
export function findOpsgenieTexts({
  message,
  description,
  entity,
  details,
}: Record<string, unknown>): string {
  const read = [message, description].map((text) =>
    String(text).replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
  )
  return [...read, ...findTexts([entity, details])].join('\n')
}

function findFault(alert: Record<string, unknown>): string | undefined {
  if (typeof alert.message !== 'string' || alert.message === '') return 'message is mandatory'
  for (const [name, max] of Object.entries(limits)) {
    const text = alert[name]
    if (text !== undefined && (typeof text !== 'string' || text.length > max)) return `${name} is too long`
  }
  if (!/^P[1-5]$/.test(String(alert.priority))) return 'priority is not valid'
  const details = findTexts(alert.details ?? {}).join('').length
  if (details > maxDetails) return 'details are too long'
  const markup = [alert.message, alert.description].find((text) => /[<>]/.test(String(text)))
  return markup === undefined ? undefined : 'markup'
}

function accepted(): ServiceReply {
  return {
    status: 202,
    body: JSON.stringify({ result: 'Request will be processed', took: 0.1, requestId: 'r' }),
  }
}

function refuse(status: number, message: string): ServiceReply {
  return { status, body: JSON.stringify({ message, took: 0.001, requestId: 'r' }) }
}
