import { createChannelServices, createUnsubscribeTokens, type Outcome } from '@signalpost/channels'
import {
  createId,
  getChannel,
  listSuppressedAddresses,
  noteOutcome,
  openChannelSecrets,
  type StoredChannel,
} from '@signalpost/database'
import { getChannelKind } from '../channel/channel-kind.ts'
import type { CommandContext } from '../context.ts'
import { defineCommand } from '../define-command.ts'
import { workspaceOfIdParameter } from '../get-workspace.ts'
import { required } from '../parameters/parameter.ts'
import { getApiBase, getIntakeBase } from '../service-urls.ts'
import { record } from '../terminal/table.ts'

const timeLimitMs = 30_000
const nobody: Outcome = { outcome: 'rejected', code: 'all_unsubscribed' }

export const channelTest = defineCommand({
  path: 'channel test',
  summary:
    'Send a test message through a channel, also a disabled one. The outcome sets its state as any does.',
  parameters: { channelId: required('<id>', 'the channel'), workspace: workspaceOfIdParameter },
  run: async (context, { channelId, workspace }) => {
    const channel = await getChannel(context.database, { channelId, orgId: workspace })
    const outcomes = await sendTest(context, channel)
    const { outcome, httpStatus, code } =
      outcomes.find((one) => one.outcome !== 'sent') ?? outcomes[0] ?? nobody
    const { state, reason } = await getChannel(context.database, { channelId })
    if (state === 'disabled') {
      context.terminal.note(
        `The channel is disabled (${reason ?? 'no reason given'}). Run channel enable ${channelId} to send through it.`,
      )
    }
    const shown = {
      outcome,
      ...(httpStatus !== undefined && { httpStatus }),
      ...(code !== undefined && { code }),
    }
    return {
      json: shown,
      text: record({ outcome, 'HTTP status': httpStatus, code }),
      exitCode: outcome === 'sent' ? 0 : 1,
    }
  },
})

/** One message to each recipient that did not unsubscribe. */
async function sendTest(
  { config, database, secretBox, stores, nowMs }: CommandContext,
  { channelId, orgId, kind, settings: stored }: StoredChannel,
): Promise<Outcome[]> {
  const channelKind = getChannelKind(kind)
  const { recipients, send, settings: settingsSchema, secrets: secretsSchema, disabledAfter } = channelKind
  const settings = settingsSchema.parse(stored)
  const opened = await openChannelSecrets(database, secretBox, { channelId, orgId })
  const suppressed = await listSuppressedAddresses(database, { channelId, orgId })
  const left = recipients(settings).filter((recipient) =>
    suppressed.every(({ address }) => address !== recipient.toLowerCase()),
  )
  const publicUrl = getApiBase(config)
  const tokens = createUnsubscribeTokens(stores.masterKey)
  const { slackApiUrl, smtp, allowedNetworks } = config
  const services = createChannelServices({
    slackApiUrl,
    smtp,
    allowedNetworks,
    publicUrl,
    intakeUrl: getIntakeBase(config),
  })
  const content = { test: { sentAt: new Date(nowMs()).toISOString() } }
  const message = { content, messageId: createId('msg_'), attempt: 1, channelId, orgId, settings }
  const secrets = opened.map(({ secrets: values }) => secretsSchema.parse(values))
  const outcomes: Outcome[] = []
  try {
    for (const recipient of left) {
      const token = tokens.seal({ orgId, channelId, address: recipient })
      const unsubscribeUrl = `${publicUrl}/u/${token}`
      const signal = AbortSignal.timeout(timeLimitMs)
      const outcome = await send(services, { ...message, secrets, recipient, unsubscribeUrl, signal })
      outcomes.push(outcome)
      const noted = { channelId, outcome, isProbe: false, disabledAfter, nowMs: nowMs() }
      await database.transaction().execute((transaction) => noteOutcome(transaction, noted))
    }
  } finally {
    await services.close()
  }
  return outcomes
}
