import { minuteMs, type Signal, secondMs } from '@signalpost/domain'
import { z } from 'zod'
import { askInJson } from '../ask-service.ts'
import { type Content, defineChannel } from '../channel.ts'
import { type AlertDescription, describeAlert } from '../describe-alert.ts'
import { incidentKeyOf, isOverIncident } from '../incidents/incident-key.ts'
import { isTaken } from '../incidents/is-taken.ts'
import { linesOfAlert } from '../lines-of-alert.ts'
import { cutText } from '../text/cut-text.ts'
import { escapeAndCut } from '../text/escape-and-cut.ts'

const maxItems = 20
// https://docs.opsgenie.com/docs/alert-api#create-alert
const maxMessage = 130
const maxDescription = 15_000
const maxEntity = 512
const maxDetail = 500

const priorities: Record<NonNullable<Signal['urgency']>, string> = {
  immediate: 'P1',
  high: 'P2',
  medium: 'P3',
  low: 'P5',
}

type NewAlert = { message: string; description: string; priority: string; entity?: string; details: object }

/** Opsgenie, and Jira Service Management with the same API. Taking the signal closes the alert. */
export const opsgenie = defineChannel({
  kind: 'opsgenie',
  title: 'Opsgenie',
  summary: 'Open an alert in Opsgenie; it closes when a person takes the signal',
  settings: z.strictObject({}),
  secrets: z.strictObject({
    apiKey: z.string().regex(/^[!-~]{8,500}$/, { message: 'expected the key of an API integration' }),
  }),
  options: {
    apiKey: { secret: 'text or file', description: 'the key of an API integration' },
  },
  pace: { perSecond: 2, burst: 10 },
  retryDelaysMs: [5 * secondMs, 30 * secondMs, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs],
  instantExpiresAfterMs: 120 * minuteMs,
  recognisesRepeats: true,
  maxItems,
  disabledAfter: undefined,
  recipients: () => [''],
  send: async (services, { content, messageId, orgId, channelId, secrets: [secret], reference, signal }) => {
    if (secret === undefined) return { outcome: 'disabled', code: 'incomplete_settings' }
    const headers = { authorization: `GenieKey ${secret.apiKey}` }
    const ask = (path: string, body: object) => {
      const url = `${services.apiUrls.opsgenie}/v2/alerts${path}`
      return askInJson(services.operatorApi, { url, headers, body, signal, caller: channelId })
    }
    if (reference !== undefined) {
      if (!isTaken(content)) return { outcome: 'rejected', code: 'nothing_to_edit' }
      const path = `/${encodeURIComponent(reference.alias ?? '')}/close?identifierType=alias`
      return ask(path, { source: 'Signalpost', note: 'The signal was taken.' })
    }
    const alias = incidentKeyOf(content, { orgId, messageId })
    if (isOverIncident(content)) {
      return ask(`/${alias}/close?identifierType=alias`, {
        source: 'Signalpost',
        note: content.notice.heading,
      })
    }
    const alert = findAlert(content)
    if (alert === undefined) return { outcome: 'rejected', code: 'content_not_supported' }
    const outcome = await ask('', { ...alert, alias, source: 'Signalpost', tags: ['signalpost'] })
    return outcome.outcome === 'sent' ? { ...outcome, reference: { alias } } : outcome
  },
})

/** Opsgenie reads HTML in the message and the description. */
function findAlert(content: Content): NewAlert | undefined {
  if ('event' in content || 'followUp' in content) return undefined
  if ('notice' in content) {
    const { heading, text, incident } = content.notice
    return {
      message: escapeAndCut(heading, maxMessage),
      description: escapeAndCut(text, maxDescription),
      priority: incident === undefined ? 'P5' : 'P3',
      details: {},
    }
  }
  const alert = describeAlert(content.alert, { maxItems })
  const [signal] = alert.signals
  return {
    message: escapeAndCut(headlineOf(alert), maxMessage),
    description: escapeAndCut(linesOfAlert(alert).join('\n'), maxDescription),
    priority: priorities[signal?.urgency ?? 'low'],
    entity: cutText(content.alert.group ?? signal?.headline ?? alert.heading, maxEntity),
    details: {
      rule: cutText(alert.origin, maxDetail),
      ...(alert.isSingle && signal !== undefined && { signalId: signal.signalId, score: signal.score }),
      ...(alert.isSingle && signal?.url !== undefined && { url: signal.url.slice(0, maxDetail) }),
    },
  }
}

function headlineOf({ heading, signals, isSingle }: AlertDescription): string {
  const [signal] = signals
  return isSingle && signal !== undefined ? `${signal.title} · ${heading}` : heading
}
