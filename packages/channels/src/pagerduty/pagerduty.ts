import { minuteMs, type Signal, secondMs } from '@signalpost/domain'
import type { OutgoingAnswer } from '@signalpost/outgoing'
import { z } from 'zod'
import { askInJson, judgeStatus } from '../ask-service.ts'
import { type Content, defineChannel, type Outcome } from '../channel.ts'
import { describeAlert } from '../describe-alert.ts'
import type { SignalDescription } from '../describe-signal.ts'
import { incidentKeyOf, isOverIncident } from '../incidents/incident-key.ts'
import { isTaken } from '../incidents/is-taken.ts'
import { cutText } from '../text/cut-text.ts'

const maxItems = 25
const maxSummary = 1_024
const maxText = 2_000

const severities: Record<NonNullable<Signal['urgency']>, string> = {
  immediate: 'critical',
  high: 'error',
  medium: 'warning',
  low: 'info',
}

type Event = {
  summary: string
  severity: string
  at: string
  group?: string
  details: Record<string, unknown>
  links: { href: string; text: string }[]
}

/**
 * PagerDuty, through the Events API v2: an alert is an incident, and taking its signal resolves it.
 * https://developer.pagerduty.com/docs/events-api-v2-overview
 */
export const pagerduty = defineChannel({
  kind: 'pagerduty',
  title: 'PagerDuty',
  summary: 'Open an incident in PagerDuty; it resolves when a person takes the signal',
  settings: z.strictObject({}),
  secrets: z.strictObject({
    routingKey: z.string().regex(/^[A-Za-z0-9]{32}$/, {
      message: 'expected the integration key of a service, 32 letters and digits',
    }),
  }),
  options: {
    routingKey: {
      secret: 'text or file',
      description: 'the integration key of an Events API v2 integration',
    },
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
    const url = `${services.apiUrls.pagerduty}/v2/enqueue`
    const enqueue = (event: object) => {
      const body = { routing_key: secret.routingKey, ...event }
      return askInJson(services.operatorApi, { url, body, signal, caller: channelId }, judge)
    }
    if (reference !== undefined) {
      if (!isTaken(content)) return { outcome: 'rejected', code: 'nothing_to_edit' }
      return enqueue({ event_action: 'resolve', dedup_key: reference.dedupKey })
    }
    const dedupKey = incidentKeyOf(content, { orgId, messageId })
    if (isOverIncident(content)) return enqueue({ event_action: 'resolve', dedup_key: dedupKey })
    const event = findEvent(content)
    if (event === undefined) return { outcome: 'rejected', code: 'content_not_supported' }
    const outcome = await enqueue(triggerOf(event, dedupKey))
    return outcome.outcome === 'sent' ? { ...outcome, reference: { dedupKey } } : outcome
  },
})

function triggerOf({ summary, severity, at, group, details, links }: Event, dedupKey: string): object {
  return {
    event_action: 'trigger',
    dedup_key: dedupKey,
    client: 'Signalpost',
    payload: {
      summary: cutText(summary, maxSummary),
      source: 'Signalpost',
      severity,
      timestamp: at,
      ...(group !== undefined && { group }),
      custom_details: details,
    },
    links,
  }
}

function findEvent(content: Content): Event | undefined {
  if ('event' in content || 'followUp' in content) return undefined
  if ('notice' in content) {
    const { heading, text, at, incident } = content.notice
    const severity = incident === undefined ? 'info' : 'warning'
    return { summary: heading, severity, at, details: { Text: cutText(text, maxText) }, links: [] }
  }
  const { alert } = content
  const { heading, origin, signals, rest, isSingle } = describeAlert(alert, { maxItems })
  const [signal] = signals
  const severity = severities[signal?.urgency ?? 'low']
  const links = signals.flatMap(({ url, title }) => {
    return url === undefined ? [] : [{ href: url, text: cutText(title, 100) }]
  })
  const common = { severity, at: alert.raisedAt, group: alert.ruleName, links }
  if (isSingle && signal !== undefined) {
    const details = { ...detailsOf(signal), Rule: origin }
    return { ...common, summary: `${signal.title} · ${heading}`, details }
  }
  const details = {
    Signals: signals.map(({ title, headline, score }) => `${cutText(title, 300)} · ${headline} · ${score}`),
    ...(rest !== undefined && { More: rest }),
    Rule: origin,
  }
  return { ...common, summary: heading, details }
}

function detailsOf({ title, score, facts, reasons, quote, url }: SignalDescription): Record<string, string> {
  return {
    Title: cutText(title, maxText),
    Score: [score, ...facts].join(' · '),
    ...(url !== undefined && { URL: url }),
    ...Object.fromEntries(reasons.map(({ label, text }) => [label, cutText(text, maxText)])),
    ...(quote !== undefined && { Post: cutText(quote, maxText) }),
  }
}

/** A wrong key is a 400 like an event that is not valid, and only the text says which. */
function judge(answer: OutgoingAnswer): Outcome {
  if (answer.status === 400 && /routing.?key/i.test(answer.body.toString('utf8'))) {
    return { outcome: 'disabled', code: 'invalid_routing_key' }
  }
  return judgeStatus(answer)
}
