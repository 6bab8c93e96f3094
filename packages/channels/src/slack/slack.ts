import { minuteMs, secondMs } from '@signalpost/domain'
import type { Outgoing, OutgoingAnswer } from '@signalpost/outgoing'
import { z } from 'zod'
import { type ChannelServices, defineChannel, type Outcome } from '../channel.ts'
import { channelUrlSchema } from '../channel-url.ts'
import { findJson } from '../find-json.ts'
import { judgeFailedRequest } from '../http-outcome.ts'
import { isFormatRefusal, judgeWebApiAnswer, judgeWebhookAnswer } from './answers.ts'
import { slackAppManifest } from './app-manifest.ts'
import { checkBot } from './check-bot.ts'
import { findMentions, findSlackMessage, type Mentions, maxSlackItems } from './render-message.ts'

const timeLimitMs = 10_000
// The response to a bot repeats the whole message before its reference.
const maxAnswerBytes = 1024 * 1024

const settings = z.strictObject({
  /** The channel of a bot, by its id, which survives a rename. A webhook has its own channel. */
  channel: z
    .string()
    .regex(/^[#@]?[\p{L}\p{M}\p{N}._-]{1,80}$/u, {
      message: 'expected the id of a Slack channel, such as C0123456789',
    })
    .optional(),
})

const secrets = z
  .strictObject({
    webhookUrl: channelUrlSchema.optional(),
    botToken: z
      .string()
      .regex(/^[!-~]{1,500}$/, { message: "expected a bot's token, such as xoxb-…" })
      .optional(),
    /** Verifies that a click comes from Slack. */
    signingSecret: z
      .string()
      .regex(/^[!-~]{8,500}$/, { message: "expected the signing secret of the bot's app" })
      .optional(),
  })
  .refine(
    ({ webhookUrl, botToken, signingSecret }) =>
      webhookUrl === undefined
        ? botToken !== undefined && signingSecret !== undefined
        : botToken === undefined && signingSecret === undefined,
    { message: 'expected webhookUrl, or botToken and signingSecret' },
  )

type Secrets = z.infer<typeof secrets>

/**
 * Slack, through an incoming webhook or a bot in a channel. Only a bot's messages have buttons and can be
 * edited: send the same alert again with the `reference` of the first message.
 */
export const slack = defineChannel({
  kind: 'slack',
  title: 'Slack',
  summary: "Send to Slack through an incoming webhook or a bot; only a bot's messages have buttons",
  settings,
  secrets,
  options: {
    webhookUrl: {
      isUrl: true,
      secret: 'text or file',
      description: 'the URL of an incoming webhook, instead of a bot',
      notWith: 'botToken',
    },
    botToken: { secret: 'text or file', description: "the bot's token" },
    channel: {
      placeholder: '<id>',
      description: 'the id of the channel where the bot posts',
      goesWith: 'botToken',
    },
    signingSecret: {
      secret: 'text or file',
      description: "the signing secret of the bot's app",
      goesWith: 'botToken',
    },
  },
  guide: [],
  ways: [
    {
      needs: 'botToken',
      title: 'App, with buttons',
      guide: [
        { text: 'Open api.slack.com/apps. Choose “Create New App”, “From a manifest”, and your workspace.' },
        { text: 'Paste this manifest as JSON, then choose “Next” and “Create”.', paste: slackAppManifest },
        {
          text: 'Under “Install App”, choose “Install to Workspace”. Copy the “Bot User OAuth Token”, which begins with xoxb-, into “Bot token”.',
        },
        { text: 'Under “Basic Information”, copy the “Signing Secret” into “Signing secret”.' },
        {
          text: 'Choose the “Channel” from the list, or paste its id, which is at the end of “About” in the details of the channel. To post to a private channel, first write in it:',
          paste: '/invite @Signalpost',
        },
      ],
    },
    {
      needs: 'webhookUrl',
      title: 'Incoming webhook',
      guide: [
        {
          text: 'Open api.slack.com/apps. Choose “Create New App”, “From scratch”, a name, and your workspace.',
        },
        {
          text: 'Open “Incoming Webhooks”, turn them on, and choose “Add New Webhook to Workspace”. Pick the channel that gets the alerts.',
        },
        { text: 'Copy its address, which begins with https://hooks.slack.com/, into “Webhook URL”.' },
      ],
    },
  ],
  check: { needs: 'botToken', offers: 'channel', ask: checkBot },
  interactions: { path: '/slack/interactions', goesWith: 'botToken' },
  pace: { perSecond: 1, burst: 1 },
  retryDelaysMs: [5 * secondMs, 30 * secondMs, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs],
  instantExpiresAfterMs: 120 * minuteMs,
  recognisesRepeats: false,
  maxItems: maxSlackItems,
  followsUp: true,
  disabledAfter: undefined,
  recipients: () => [''],
  send: async (
    services,
    { content, channelId, settings: { channel }, secrets: [secret], reference, signal, ...links },
  ) => {
    const route = secret === undefined ? undefined : findRoute(services, { secret, channel, reference })
    if (route === undefined) return { outcome: 'disabled', code: 'incomplete_settings' }
    const isBot = secret?.botToken !== undefined
    if (reference !== undefined && !isBot) return { outcome: 'rejected', code: 'cannot_edit' }
    const mentions = { ...findMentions(content), ...mentionsIn(reference) }
    const message = findSlackMessage(content, { hasButtons: isBot, links, mentions })
    if (message === undefined) return { outcome: 'rejected', code: 'content_not_supported' }
    const { text, blocks, plainText } = message
    const endsAt = performance.now() + timeLimitMs
    const first = await post(route, { text, blocks }, { timeoutMs: timeLimitMs, signal, caller: channelId })
    if (!isFormatRefusal(first)) return keepMentions(first, mentions)
    // A plain alert is better than none.
    const timeoutMs = Math.max(1, Math.ceil(endsAt - performance.now()))
    const second = await post(
      route,
      { text: plainText, blocks: [] },
      { timeoutMs, signal, caller: channelId },
    )
    return second.outcome === 'sent' ? { ...second, code: 'sent_as_text' } : second
  },
})

const mentionsSchema = z.record(z.string(), z.string())

/** An edit keeps the mentions of the message, also when someone else has its signals: Slack would take them back. */
function mentionsIn(reference: Record<string, string> | undefined): Mentions {
  const kept = mentionsSchema.safeParse(findJson(reference?.mentions ?? ''))
  return kept.data ?? {}
}

function keepMentions(outcome: Outcome, mentions: Mentions): Outcome {
  if (outcome.reference === undefined || Object.keys(mentions).length === 0) return outcome
  return { ...outcome, reference: { ...outcome.reference, mentions: JSON.stringify(mentions) } }
}

type Way = {
  secret: Secrets
  channel: string | undefined
  reference: Record<string, string> | undefined
}

type Route = {
  through: Outgoing
  url: string
  headers: Record<string, string>
  /** The members beside the message. */
  members: Record<string, unknown>
  judge: (answer: OutgoingAnswer) => Outcome
}

function findRoute(services: ChannelServices, { secret, channel, reference }: Way): Route | undefined {
  const { webhookUrl, botToken } = secret
  if (webhookUrl !== undefined) {
    return {
      through: services.outgoing,
      url: webhookUrl,
      headers: {},
      members: {},
      judge: judgeWebhookAnswer,
    }
  }
  if (botToken === undefined || channel === undefined) return undefined
  const method = reference === undefined ? 'chat.postMessage' : 'chat.update'
  const { mentions: _, ...place } = reference ?? {}
  return {
    through: services.operatorApi,
    url: `${services.apiUrls.slack}/${method}`,
    headers: { authorization: `Bearer ${botToken}` },
    members: { channel, ...place },
    judge: judgeWebApiAnswer,
  }
}

type Limits = { timeoutMs: number; signal: AbortSignal; caller: string }

async function post(
  { through, url, headers, members, judge }: Route,
  message: Record<string, unknown>,
  limits: Limits,
): Promise<Outcome> {
  // Untrusted text outside blocks is never markup, and its links are not unfurled.
  const body = { unfurl_links: false, unfurl_media: false, mrkdwn: false, ...members, ...message }
  try {
    const answer = await through.request({
      method: 'POST',
      url,
      headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify(body),
      maxAnswerBytes,
      ...limits,
    })
    return judge(answer)
  } catch (error) {
    return judgeFailedRequest(error)
  }
}
