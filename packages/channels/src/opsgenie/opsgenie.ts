import { minuteMs, type Signal, secondMs } from '@signalpost/domain'
import { z } from 'zod'
import { askInJson } from '../ask-service.ts'
import { type Alert, defineChannel, type MessageLinks, type Notice } from '../channel.ts'
import { checkService } from '../check-service.ts'
import { describeAlert } from '../describe-alert.ts'
import { findJson } from '../find-json.ts'
import { sendIncidents } from '../incidents/send-incidents.ts'
import { linesOfAlert } from '../lines-of-alert.ts'
import { cutText } from '../text/cut-text.ts'
import { escapeAndCut } from '../text/escape-and-cut.ts'

const maxItems = 500
// https://docs.opsgenie.com/docs/alert-api#create-alert
const maxMessage = 130
const maxDescription = 15_000
const maxEntity = 512
const maxDetail = 500
// A known key without the right to read. https://docs.opsgenie.com/docs/response
const mayNotRead = z.object({ code: z.literal(40_301) })

const priorities: Record<NonNullable<Signal['urgency']>, string> = {
  immediate: 'P1',
  high: 'P2',
  medium: 'P3',
  low: 'P5',
}

type NewAlert = { message: string; description: string; priority: string; entity?: string; details: object }

/** Opsgenie, and Jira Service Management with the same API. Each signal is an alert there; taking it closes that. */
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
  guide: [
    { text: 'In Opsgenie, open “Settings”, then “Integrations”, and choose “Add integration”.' },
    {
      text: 'Search for “API” and select it. A key of “API key management” does not do: it cannot create alerts.',
    },
    { text: 'Give it a name and, if one team should be called, the team. Choose “Continue”.' },
    { text: 'Copy the key that its page shows, and paste it as “API key”.' },
    { text: 'Allow “Create and update access”, and choose “Turn on integration”.' },
  ],
  check: {
    needs: 'apiKey',
    ask: async (services, { secrets: { apiKey }, orgId: caller, signal }) => {
      const url = `${services.apiUrls.opsgenie}/v2/alerts/count`
      const headers = { authorization: `GenieKey ${apiKey}` }
      const request = { method: 'GET' as const, url, headers, caller, signal }
      return checkService(services.operatorApi, 'Opsgenie', request, ({ status, body }) => {
        if (status === 200 || (status === 403 && mayNotRead.safeParse(findJson(body)).success)) {
          return {
            isGood: true,
            text: 'Opsgenie knows this key. Whether it may create alerts only a test shows.',
          }
        }
        if (![401, 403, 422].includes(status)) return undefined
        return {
          isGood: false,
          text: 'Opsgenie does not know this key, or its integration is turned off. Copy the key again, and turn the integration on.',
        }
      })
    },
  },
  pace: { perSecond: 2, burst: 10 },
  retryDelaysMs: [5 * secondMs, 30 * secondMs, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs],
  instantExpiresAfterMs: 120 * minuteMs,
  recognisesRepeats: true,
  maxItems,
  disabledAfter: undefined,
  recipients: () => [''],
  send: async (services, { secrets: [secret], channelId, signal, ...sending }) => {
    if (secret === undefined) return { outcome: 'disabled', code: 'incomplete_settings' }
    const headers = { authorization: `GenieKey ${secret.apiKey}` }
    const ask = (path: string, body: object) => {
      const url = `${services.apiUrls.opsgenie}/v2/alerts${path}`
      return askInJson(services.operatorApi, { url, headers, body, signal, caller: channelId })
    }
    return sendIncidents(
      {
        open: (alias, content) => {
          const alert = 'notice' in content ? alertOfNotice(content.notice) : alertOf(content.alert, sending)
          return ask('', { ...alert, alias, source: 'Signalpost', tags: ['signalpost'] })
        },
        resolve: (alias, note) =>
          ask(`/${encodeURIComponent(alias)}/close?identifierType=alias`, { source: 'Signalpost', note }),
        formerMember: 'alias',
      },
      { ...sending, channelId, secrets: [] },
    )
  },
})

/** Opsgenie reads HTML in the message and the description. */
function alertOfNotice({ heading, text, incident }: Notice): NewAlert {
  return {
    message: escapeAndCut(heading, maxMessage),
    description: escapeAndCut(text, maxDescription),
    priority: incident === undefined ? 'P5' : 'P3',
    details: {},
  }
}

/** The alert has one signal. */
function alertOf(about: Alert, links: MessageLinks): NewAlert {
  const alert = describeAlert(about, { maxItems: 1, links })
  const { lead, heading, origin } = alert
  const [signal] = alert.signals
  const headline = [lead, signal?.title, heading].filter((part) => part !== undefined).join(' · ')
  return {
    message: escapeAndCut(headline, maxMessage),
    description: escapeAndCut(linesOfAlert(alert).join('\n'), maxDescription),
    priority: priorities[signal?.urgency ?? 'low'],
    entity: cutText(signal?.headline ?? heading, maxEntity),
    details: {
      rule: cutText(origin, maxDetail),
      ...(signal !== undefined && { signalId: signal.signalId, score: signal.score }),
      ...(signal?.url !== undefined && { url: signal.url.slice(0, maxDetail) }),
      ...(signal?.pageUrl !== undefined && { page: signal.pageUrl.slice(0, maxDetail) }),
    },
  }
}
