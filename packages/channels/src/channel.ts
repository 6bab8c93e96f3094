import type { CompleteOptions, DisabledAfter, KindOptions, Signal } from '@signalpost/domain'
import type { Outgoing } from '@signalpost/outgoing'
import type { z } from 'zod'
import type { SendMail } from './email/send-mail.ts'

/** What people are notified of: one signal, or several together. */
export type Alert = {
  kind: 'instant' | 'digest'
  orgId: string
  ruleId: string
  ruleName: string
  /** When it came to be, the same on every try: receivers know a repeat by its being equal. */
  raisedAt: string
  /** The best first. A digest may have none left to name. */
  items: Signal[]
  /** How many there are, with those that `items` leaves out. */
  total: number
  /** What the items of a grouped digest have in common, as people call it. */
  group?: string
  /** Why an instant rule's signals come together: they were held back, or were too late for an alert of their own. */
  reason?: 'quiet_hours' | 'throttle' | 'expired'
}

/** An event as receivers of webhooks get it: our own envelope. */
export type OutgoingEvent = {
  id: string
  type: string
  occurredAt: string
  orgId: string
  data: Record<string, unknown>
}

export type Content = { alert: Alert } | { event: OutgoingEvent } | { test: { sentAt: string } }

/**
 * What one try led to, by what happens next. `code` is short and stable; `answer` at most 1 KiB of what came back;
 * `retryAfterMs` is how long the receiver asks the whole channel to wait, whatever else it answered.
 */
export type Outcome = { httpStatus?: number; code?: string; answer?: string; retryAfterMs?: number } & (
  | { outcome: 'sent'; reference?: Record<string, string> }
  | { outcome: 'retry' }
  | { outcome: 'throttled'; retryAfterMs: number }
  /** It may have arrived. */
  | { outcome: 'ambiguous' }
  /** Never again: `suppressRecipient` when the recipient itself is refused for good. */
  | { outcome: 'rejected'; suppressRecipient?: boolean }
  /** The channel as a whole is refused or gone. */
  | { outcome: 'disabled' }
)

/** What a process lends to channels: connections, and what the environment says. */
export type ChannelServices = {
  outgoing: Outgoing
  /** To `slackApiUrl`, which the operator chose, wherever that is. */
  slackApi: Outgoing
  slackApiUrl: string
  smtp: { url: string; from: string } | undefined
  /** Over pooled connections to `smtp`; undefined where there is none. */
  sendMail: SendMail | undefined
  /** How the outside reaches API and intake, without a slash at the end. */
  publicUrl: string
  intakeUrl: string
}

export type Sending<Settings, Secrets> = {
  content: Content
  /** The same on every try of one message: ids that receivers recognise repeats by are made from it. */
  messageId: string
  /** From 1. */
  attempt: number
  channelId: string
  orgId: string
  settings: Settings
  /** Newest first; after a rotation the one before is valid for a while. */
  secrets: readonly Secrets[]
  /** One of `recipients(settings)`. */
  recipient: string
  /** Where the recipient unsubscribes, for channels that offer it. */
  unsubscribeUrl?: string
  /**
   * What a `sent` outcome of an earlier message of the same kind answered; given when that message is to be edited.
   * A channel that cannot edit answers `rejected` with the code `cannot_edit`.
   */
  reference?: Record<string, string>
  signal: AbortSignal
}

type Interactions = {
  /** Where presses come in: below the intake's URL, followed by the channel's id. */
  path: string
  /** The secret without which its messages have no buttons, and its users need no names here. */
  goesWith: string
}

export type Channel<Settings extends z.ZodObject = z.ZodObject, Secrets extends z.ZodObject = z.ZodObject> = {
  kind: string
  title: string
  /** What it does, as an imperative sentence without the full stop. */
  summary: string
  /** What is stored openly; refuses what is wrong with a message that names the member. */
  settings: Settings
  /** What is sealed at rest and never shown. */
  secrets: Secrets
  options: KindOptions
  /** For a kind whose messages have buttons. */
  interactions?: Interactions
  /** What the environment lacks for it to send, as a sentence for operators. */
  findGap?(this: void, services: Pick<ChannelServices, 'smtp'>): string | undefined
  /** How fast its messages may leave; undefined where the receiver sets no pace. */
  pace: { perSecond: number; burst: number } | undefined
  /** Waits before the second, the third, … try; each is jittered. */
  retryDelaysMs: readonly number[]
  /** When an instant alert is too old to be useful. */
  instantExpiresAfterMs: number | undefined
  /** Whether the receiver recognises a repeat by its id, so that one that may have arrived can be sent again. */
  recognisesRepeats: boolean
  /** How many items one message can name. */
  maxItems: number
  disabledAfter: DisabledAfter | undefined
  /** Which changes of stored state it receives, by the type of their event; none without it. */
  subscribesTo?(this: void, settings: z.infer<Settings>, eventType: string): boolean
  /** Each is sent a message of its own; [''] where there is just one. */
  recipients(this: void, settings: z.infer<Settings>): string[]
  send(
    this: void,
    services: ChannelServices,
    sending: Sending<z.infer<Settings>, z.infer<Secrets>>,
  ): Promise<Outcome>
}

/** A kind with an option for each member of its settings and secrets. */
type CompleteChannel<Settings extends z.ZodObject, Secrets extends z.ZodObject> = Channel<
  Settings,
  Secrets
> & { options: CompleteOptions<z.infer<Settings>, z.infer<Secrets>> }

export function defineChannel<Settings extends z.ZodObject, Secrets extends z.ZodObject>(
  channel: CompleteChannel<Settings, Secrets>,
): Channel<Settings, Secrets> {
  return channel
}

/** Whether messages of a channel with these secrets have buttons. */
export function hasInteractions(
  { interactions }: Pick<Channel, 'interactions'>,
  secrets: Readonly<Record<string, unknown>>,
): boolean {
  return interactions !== undefined && secrets[interactions.goesWith] !== undefined
}
