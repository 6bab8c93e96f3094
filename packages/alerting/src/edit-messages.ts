import type { AcknowledgeTokens, ChannelServices, Outcome } from '@signalpost/channels'
import type { Database, SecretBox } from '@signalpost/database'
import {
  finishMessageEdit,
  type MessageEdit,
  pauseChannel,
  takeMessageEdit,
} from '@signalpost/database/dispatches'
import { openChannelSecrets } from '@signalpost/database/rules'
import type { Logger } from '@signalpost/runtime'
import type { AlertSettingsCache, ConfiguredChannel } from './alert-settings.ts'
import { linksOf } from './sending/message-links.ts'
import { restoreAlert } from './sending/restore-alert.ts'

type Dependencies = {
  database: Database
  settings: AlertSettingsCache
  services: ChannelServices
  acknowledgeTokens: AcknowledgeTokens
  secretBox: SecretBox
  logger: Logger
  nowMs: () => number
  consoleUrl: string
}

export type MessageEditor = {
  /** Starts the edits that are due, one at a time for each channel, so a silent channel delays no other. */
  round: () => Promise<void>
  /** Waits for the edits in flight. */
  settle: () => Promise<void>
}

const editsAtOnce = 8
const leaseMs = 30_000
const sendLimitMs = 25_000

/**
 * Updates sent messages with the present state of their signals. This is a courtesy: a message that cannot be edited
 * stays as it is.
 */
export function createMessageEditor(dependencies: Dependencies): MessageEditor {
  const { database, logger, nowMs } = dependencies
  const inFlight = new Map<string, Promise<void>>()
  const begin = (edit: MessageEdit): void => {
    const { messageId, orgId, channelId } = edit
    const editing = editMessage(dependencies, edit)
      .catch((error: unknown) => logger.warn({ messageId, orgId, channelId, err: error }, 'edit.interrupted'))
      .finally(() => inFlight.delete(channelId))
    inFlight.set(channelId, editing)
  }
  return {
    round: async () => {
      while (inFlight.size < editsAtOnce) {
        const exceptChannels = [...inFlight.keys()]
        const edit = await takeMessageEdit(database, { exceptChannels, leaseMs, nowMs: nowMs() })
        if (edit === undefined) return
        begin(edit)
      }
    },
    settle: async () => {
      while (inFlight.size > 0) await Promise.all(inFlight.values())
    },
  }
}

async function editMessage(dependencies: Dependencies, edit: MessageEdit): Promise<void> {
  const { database, settings, logger, nowMs } = dependencies
  const { messageId, orgId, channelId, attempts } = edit
  const channel = (await settings.get(orgId)).channels.get(channelId)
  const outcome =
    channel === undefined || channel.isDisabled ? undefined : await send(dependencies, channel, edit)
  const delayMs =
    outcome === undefined ? undefined : findDelayMs(outcome, channel?.kind.retryDelaysMs[attempts - 1])
  if (outcome?.retryAfterMs !== undefined) {
    await pauseChannel(database, { channelId, retryAfterMs: outcome.retryAfterMs, nowMs: nowMs() })
  }
  const retryMs = delayMs === undefined ? undefined : nowMs() + delayMs
  await finishMessageEdit(database, { ...edit, retryMs, outcome, nowMs: nowMs() })
  logger.info(
    {
      messageId,
      orgId,
      channelId,
      attempt: attempts,
      outcome: outcome?.outcome ?? 'none',
      code: outcome?.code,
    },
    'message.edited',
  )
}

/** Returns undefined when there is nothing left to show. */
async function send(
  { database, services, secretBox, settings, acknowledgeTokens, consoleUrl, nowMs }: Dependencies,
  { channelId, kind, settings: channelSettings }: ConfiguredChannel,
  edit: MessageEdit,
): Promise<Outcome | undefined> {
  const { messageId, orgId, recipient, reference, attempts } = edit
  const { rules } = await settings.get(orgId)
  const alert = await restoreAlert(database, rules, edit, nowMs())
  if (alert === undefined) return undefined
  const opened = await openChannelSecrets(database, secretBox, { channelId, orgId })
  return kind.send(services, {
    content: { alert },
    messageId,
    attempt: attempts,
    channelId,
    orgId,
    settings: channelSettings,
    secrets: opened.map(({ secrets }) => secrets),
    recipient,
    reference,
    ...linksOf({ services, acknowledgeTokens, consoleUrl }, { content: { alert }, channelId, orgId }),
    signal: AbortSignal.timeout(sendLimitMs),
  })
}

/** Retries whatever may pass for as long as the channel's schedule lasts. An edit that arrives twice does no harm. */
function findDelayMs(outcome: Outcome, scheduledMs: number | undefined): number | undefined {
  if (scheduledMs === undefined) return undefined
  switch (outcome.outcome) {
    case 'throttled':
      return outcome.retryAfterMs
    case 'retry':
    case 'ambiguous':
      return Math.max(scheduledMs, outcome.retryAfterMs ?? 0)
    default:
      return undefined
  }
}
