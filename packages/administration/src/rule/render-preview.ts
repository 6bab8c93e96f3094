import type { Alert, Installation, SentRequest } from '@signalpost/channels'
import { findSignal } from '@signalpost/database/records'
import { listChannels, openChannelSecrets, type StoredChannel } from '@signalpost/database/rules'
import {
  type InboxMessage,
  instantOf,
  type PreviewItem,
  type RuleDefinition,
  ruleDefinitionSchema,
  type Signal,
} from '@signalpost/domain'
import { getChannelKind } from '../channel/channel-input.ts'
import { renderAlert } from '../channel/trying/render-alert.ts'
import type { ActServices } from '../define-act.ts'

/** What a rule would send through one of its channels: the request about its newest signals. */
export type RenderedAlert = {
  channelId: string
  channelName: string
  kind: string
  recipient: string
  decision: PreviewItem['decision']
  signalIds: string[]
  /** What people read in it, in parts; null for what no one reads. */
  text: InboxMessage | null
  /** Null if the channel would send nothing. */
  request: SentRequest | null
}

type Services = Pick<ActServices, 'database' | 'secretBox' | 'nowMs'> & { installation: Installation }

/** A digest shows at most so many signals here. */
const itemsAtMost = 25
const order = ['send', 'digest', 'none'] as const

type Rule = { orgId: string; ruleId: string; name: string; definition: RuleDefinition }

/**
 * Renders what a preview of a rule would send: for each channel the newest alert, or a digest if there are only digests. What
 * would be held back is shown as if it were sent. Sends nothing.
 */
export async function* renderPreview(
  services: Services,
  { orgId, ruleId, name, definition }: Rule,
  items: readonly Pick<PreviewItem, 'signalId' | 'channelId' | 'decision'>[],
): AsyncGenerator<RenderedAlert> {
  // A rule stored by an older version lacks members that have defaults today.
  const { language, parts, subject, timeZone } = ruleDefinitionSchema.parse(definition)
  const byChannel = Map.groupBy(items, ({ channelId }) => channelId)
  const channels = (await listChannels(services.database, orgId)).filter(({ channelId }) =>
    byChannel.has(channelId),
  )
  for (const channel of channels) {
    const own = byChannel.get(channel.channelId) ?? []
    const decision = order.find((one) => own.some((item) => item.decision === one)) ?? 'none'
    const ids = own.filter((item) => item.decision === decision).map(({ signalId }) => signalId)
    const chosen = decision === 'digest' ? ids.slice(-itemsAtMost) : ids.slice(-1)
    const signals: Signal[] = []
    for (const signalId of chosen) {
      const signal = await findSignal(services.database, { orgId, signalId })
      if (signal !== undefined) signals.push(signal)
    }
    if (signals.length === 0) continue
    const alert: Alert = {
      ...{ kind: decision === 'digest' ? 'digest' : 'instant', orgId, ruleId, ruleName: name },
      raisedAt: instantOf(services.nowMs()),
      style: { language, parts, subject },
      timeZone,
      ...{ items: signals, total: decision === 'digest' ? ids.length : signals.length },
    }
    yield* renderFor(services, channel, { alert, decision })
  }
}

async function* renderFor(
  { database, secretBox, installation }: Services,
  { channelId, orgId, kind: kindName, name, settings: stored }: StoredChannel,
  { alert, decision }: { alert: Alert; decision: PreviewItem['decision'] },
): AsyncGenerator<RenderedAlert> {
  const kind = getChannelKind(kindName)
  const settings = kind.settings.parse(stored)
  const secrets = (await openChannelSecrets(database, secretBox, { channelId, orgId })).map(
    (one) => one.secrets,
  )
  const about = { channelId, channelName: name, kind: kindName, decision }
  const signalIds = alert.items.map(({ id }) => id)
  for (const recipient of kind.recipients(settings)) {
    const message = { alert, channelId, settings, secrets, recipient }
    const { text, request } = await renderAlert(kind, installation, message)
    yield { ...about, recipient, text, signalIds, request: request ?? null }
  }
}
