import { minuteMs, type Signal, secondMs } from '@signalpost/domain'
import type { OutgoingAnswer } from '@signalpost/outgoing'
import { z } from 'zod'
import { askInJson, judgeStatus } from '../ask-service.ts'
import { type Alert, defineChannel, type MessageLinks, type Notice, type Outcome } from '../channel.ts'
import { describeAlert } from '../describe-alert.ts'
import { type SignalDescription, sayStatus } from '../describe-signal.ts'
import { sendIncidents } from '../incidents/send-incidents.ts'
import { cutText } from '../text/cut-text.ts'
import type { Words } from '../words/words.ts'

const maxItems = 500
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
 * PagerDuty, through the Events API v2: each signal of an alert is an incident, and taking it resolves that.
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
  guide: [
    { text: 'In PagerDuty, open “Services”, “Service Directory”, and the service that should be called.' },
    { text: 'On its tab “Integrations”, choose “Add an integration”.' },
    { text: 'Select “Events API V2”, and choose “Add”.' },
    {
      text: 'Open the arrow beside the new integration, copy its “Integration Key”, and paste it as “Routing key”.',
    },
  ],
  pace: { perSecond: 2, burst: 10 },
  retryDelaysMs: [5 * secondMs, 30 * secondMs, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs],
  instantExpiresAfterMs: 120 * minuteMs,
  recognisesRepeats: true,
  maxItems,
  disabledAfter: undefined,
  recipients: () => [''],
  send: async (services, { secrets: [secret], channelId, signal, ...sending }) => {
    if (secret === undefined) return { outcome: 'disabled', code: 'incomplete_settings' }
    const url = `${services.apiUrls.pagerduty}/v2/enqueue`
    const enqueue = (event: object) => {
      const body = { routing_key: secret.routingKey, ...event }
      return askInJson(services.operatorApi, { url, body, signal, caller: channelId }, judge)
    }
    return sendIncidents(
      {
        open: (key, content) => {
          const event = 'notice' in content ? eventOfNotice(content.notice) : eventOf(content.alert, sending)
          return enqueue(triggerOf(event, key))
        },
        resolve: (key) => enqueue({ event_action: 'resolve', dedup_key: key }),
        formerMember: 'dedupKey',
      },
      { ...sending, channelId, secrets: [] },
    )
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

function eventOfNotice({ heading, text, at, incident }: Notice): Event {
  const severity = incident === undefined ? 'info' : 'warning'
  return { summary: heading, severity, at, details: { Text: cutText(text, maxText) }, links: [] }
}

/** The alert has one signal. */
function eventOf(alert: Alert, links: MessageLinks): Event {
  const { lead, heading, origin, signals, words } = describeAlert(alert, { maxItems: 1, links })
  const [signal] = signals
  const common = { severity: severities[signal?.urgency ?? 'low'], at: alert.raisedAt, group: alert.ruleName }
  if (signal === undefined) return { ...common, summary: heading, details: { Rule: origin }, links: [] }
  return {
    ...common,
    summary: [...(lead === undefined ? [] : [lead]), signal.title, heading].join(' · '),
    details: { ...detailsOf(signal), Rule: origin },
    links: linksOf(signal, words),
  }
}

function linksOf(
  { url, urlLabel, pageUrl, acknowledgeUrl }: SignalDescription,
  words: Words,
): Event['links'] {
  const links = [
    [urlLabel, url],
    [words.openInConsole, pageUrl],
    [words.buttons.acknowledge, acknowledgeUrl],
  ] as const
  return links.flatMap(([text, href]) => (href === undefined ? [] : [{ href, text }]))
}

function detailsOf(signal: SignalDescription): Record<string, string> {
  const { title, score, facts, reasons, quote, url } = signal
  const status = sayStatus(signal.status)
  return {
    Title: cutText(title, maxText),
    Score: [score, ...facts].join(' · '),
    ...(status !== undefined && { Status: status }),
    ...Object.fromEntries(reasons.map(({ label, text }) => [label, cutText(text, maxText)])),
    ...(quote !== undefined && { Post: cutText(quote, maxText) }),
    ...(url !== undefined && { URL: url }),
  }
}

/** A wrong key is a 400 like an event that is not valid, and only the text says which. */
function judge(answer: OutgoingAnswer): Outcome {
  if (answer.status === 400 && /routing.?key/i.test(answer.body.toString('utf8'))) {
    return { outcome: 'disabled', code: 'invalid_routing_key' }
  }
  return judgeStatus(answer)
}
