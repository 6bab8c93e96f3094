import { findObject, findTexts, type Service, type ServiceReply, startService } from './start-service.ts'

export type TeamsServer = Service & {
  /** A workflow's URL, with a signature in its query. */
  webhookUrl: string
  /** The cards of accepted messages. */
  cards: unknown[]
}

const path = '/workflows/abc/triggers/manual/paths/invoke?api-version=1&sig=secret-signature'
const maxBytes = 28 * 1024
const known: Record<string, string[]> = {
  RichTextBlock: ['type', 'inlines', 'spacing', 'separator'],
  TextRun: ['type', 'text', 'weight', 'size', 'isSubtle'],
  ActionSet: ['type', 'actions'],
  'Action.OpenUrl': ['type', 'title', 'url'],
}

/**
 * Starts a server that behaves as the webhook of a Teams workflow: 202 for a message with one Adaptive Card of at most
 * 28 KB whose elements are known. https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using
 */
export async function startTeamsServer(): Promise<TeamsServer> {
  const cards: unknown[] = []
  const service = await startService(({ method, path: asked, body }): ServiceReply => {
    if (asked !== path) return refuse(401, 'DirectApiAuthorizationRequired')
    if (method !== 'POST') return refuse(405, 'MethodNotAllowed')
    if (Buffer.byteLength(body) > maxBytes) return refuse(413, 'RequestEntityTooLarge')
    const card = findCard(findObject(body))
    if (card === undefined) return refuse(400, 'InvalidRequestContent')
    const fault = findFault(card.body)
    if (fault !== undefined) return refuse(400, fault)
    cards.push(card)
    return { status: 202, body: '' }
  })
  return { ...service, webhookUrl: `${service.url}${path}`, cards }
}

function findCard(message: Record<string, unknown> | undefined): Record<string, unknown> | undefined {
  const [attachment, ...others] = listOf(message?.attachments)
  if (message?.type !== 'message' || others.length > 0) return undefined
  const { contentType, content } = asObject(attachment)
  const card = asObject(content)
  if (contentType !== 'application/vnd.microsoft.card.adaptive') return undefined
  return card.type === 'AdaptiveCard' && card.version === '1.4' ? card : undefined
}

function findFault(elements: unknown): string | undefined {
  if (!Array.isArray(elements) || elements.length === 0) return 'an empty card'
  for (const element of elements) {
    const fault = faultOf(asObject(element))
    if (fault !== undefined) return fault
  }
  return undefined
}

function faultOf(element: Record<string, unknown>): string | undefined {
  const type = String(element.type)
  const members = known[type]
  if (members === undefined) return `unknown element ${type}`
  const stray = Object.keys(element).find((name) => !members.includes(name))
  if (stray !== undefined) return `unknown member ${stray} of ${type}`
  if (type === 'TextRun' && (typeof element.text !== 'string' || element.text === ''))
    return 'a run without text'
  if (type === 'Action.OpenUrl' && URL.parse(String(element.url)) === null) return 'not a URL'
  const inner = element.inlines ?? element.actions
  return inner === undefined ? undefined : findFault(inner)
}

function refuse(status: number, code: string): ServiceReply {
  return { status, body: JSON.stringify({ error: { code, message: code } }) }
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** Returns what a card shows. */
export function findTeamsTexts(card: unknown): string {
  return findTexts(card).join('\n')
}
