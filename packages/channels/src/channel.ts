import type {
  CompleteOptions,
  DisabledAfter,
  InboxDelivery,
  Issue,
  KindOptions,
  MessageLanguage,
  MessagePart,
  Signal,
  Taking,
} from '@signalpost/domain'
import type { Outgoing } from '@signalpost/outgoing'
import type { z } from 'zod'
import type { SendMail } from './email/send-mail.ts'

/** The language of labels, the parts, and the subject of mails with placeholders; null means all, or the usual one. */
export type MessageStyle = {
  language: MessageLanguage
  parts: readonly MessagePart[] | null
  subject: string | null
}

/** A notification about one signal, or several together. */
export type Alert = {
  kind: 'instant' | 'digest'
  orgId: string
  ruleId: string
  ruleName: string
  /** When it was raised. It is the same on every try, so receivers recognise a repeat. */
  raisedAt: string
  /** The best first. A digest may have none left. */
  items: Signal[]
  /** How many signals there are, with those that `items` leaves out. */
  total: number
  /** The display name of what the items of a grouped digest share. */
  group?: string
  /** Why an instant rule's signals share an alert: they were delayed, or too late for separate alerts. */
  reason?: 'quiet_hours' | 'throttle' | 'expired'
  /** How its rule wants its messages. */
  style?: MessageStyle
  /** Who acknowledged its signals, where that is known: users' ids by those of signals. */
  acknowledgedBy?: Readonly<Record<string, string>>
  /** The names of users who are assigned to its signals or acknowledged them, by their ids. */
  names?: Readonly<Record<string, string>>
  /** Whom its rule gave the leads, by the ids of signals. */
  routed?: Readonly<Record<string, AlertedPerson>>
  /** How many of all its signals have the greatest urgency. */
  mostUrgent?: MostUrgent
  /** The zone of its times; without one, UTC. */
  timeZone?: string
  /** The id of the first message about its signals to the same recipient. */
  thread?: string
  /** When it is sent: what is dated later is not shown as done. Without it, all is. */
  sentMs?: number
  /** The step of an escalation that it is; `ruleId` and `ruleName` are then those of the escalation. */
  escalation?: EscalationStep
}

export type MostUrgent = { urgency: NonNullable<Signal['urgency']>; count: number }

export type EscalationStep = {
  round: number
  step: number
  /** How many steps a round has. */
  steps: number
  /** What takes its signals. */
  unless: readonly Taking[]
  /** How long its signals had waited when it was raised. */
  waitedMs: number
  /** Whom the step is for. */
  person?: AlertedPerson
}

/** A person, and the id under which the channel knows them. */
type AlertedPerson = {
  personId: string
  name: string
  email: string | null
  externalUserId: string | null
}

/** An event in the envelope that receivers of webhooks get. */
export type OutgoingEvent = {
  id: string
  type: string
  occurredAt: string
  orgId: string
  data: Record<string, unknown>
}

/** What Signalpost itself has to say: a test of a channel, or a trouble that the admins of a workspace should know. */
export type Notice = {
  /** The event type for receivers of webhooks. */
  type: string
  at: string
  heading: string
  text: string
  /** What receivers of webhooks get. */
  data: Record<string, unknown>
  /** For a trouble: it is one incident until it is over. */
  incident?: { key: string; isOver: boolean }
}

/** Says who took a signal, after an alert that cannot be edited. */
export type FollowUp = {
  /** The alert that it follows, with its signals as they are now. */
  alert: Alert
  /** The id of that alert's message. */
  follows: string
  /** Which of its signals was taken. */
  signal: Signal
}

export type Content =
  | { alert: Alert }
  | { event: OutgoingEvent }
  | { notice: Notice }
  | { followUp: FollowUp }

/**
 * The outcome of one try, by what happens next. `code` is short and stable; `answer` is the
 * response, of which `recordSending` keeps 1 KiB without secrets;
 * `retryAfterMs` is how long the receiver asks the whole channel to wait, with any response.
 */
export type Outcome = {
  httpStatus?: number
  code?: string
  answer?: string
  retryAfterMs?: number
  /** Identifies what was sent. Of a failed try it is what the next try finds done. */
  reference?: Record<string, string>
} & (
  | { outcome: 'sent' }
  | { outcome: 'retry' }
  | { outcome: 'throttled'; retryAfterMs: number }
  /** It may have arrived. */
  | { outcome: 'ambiguous' }
  /** Never retried. `suppressRecipient` if the recipient itself is permanently refused. */
  | { outcome: 'rejected'; suppressRecipient?: boolean }
  /** The whole channel is refused or gone. */
  | { outcome: 'disabled' }
)

/** What a process provides to channels: connections and settings of the environment. */
export type ChannelServices = {
  outgoing: Outgoing
  /** Connects to `apiUrls`, which may be any addresses because the operator chose them. */
  operatorApi: Outgoing
  /** The base URLs of the services' APIs, without a slash at the end. */
  apiUrls: { slack: string; pagerduty: string; opsgenie: string }
  smtp: { url: string; from: string } | undefined
  /** Sends over pooled connections to `smtp`; undefined without a mail server. */
  sendMail: SendMail | undefined
  /** The public URLs of API and intake, without a slash at the end. */
  publicUrl: string
  intakeUrl: string
  /** Keeps a message for members of a workspace, once however often it is asked; undefined without a store. */
  deliverToInbox?: ((delivery: InboxDelivery) => Promise<void>) | undefined
}

export type Sending<Settings, Secrets> = {
  content: Content
  /** The same on every try of a message. The ids by which receivers recognise repeats are derived from it. */
  messageId: string
  /** From 1. */
  attempt: number
  channelId: string
  orgId: string
  settings: Settings
  /** Newest first. After a rotation the previous one stays valid for a while. */
  secrets: readonly Secrets[]
  /** One of `recipients(settings)`. */
  recipient: string
  /** Names the span of this try, for receivers that continue its trace; undefined without a collector. */
  traceparent?: string | undefined
  /** The URL to unsubscribe the recipient, for channels that offer it. */
  unsubscribeUrl?: string
  /** Returns the URL of the page on which a reader acknowledges a signal. */
  acknowledgeUrlOf?: (signalId: string) => string
  /** Returns the URL of a signal's page in the console. */
  signalUrlOf?: (signalId: string) => string
  /** The reference of the try before, which failed after it had done a part. */
  progress?: Record<string, string> | undefined
  /**
   * The reference of a `sent` outcome; given to edit that earlier message. A channel that cannot edit returns
   * `rejected` with the code `cannot_edit`.
   */
  reference?: Record<string, string>
  signal: AbortSignal
}

/** Where a message leads to, besides to the post itself. */
export type MessageLinks = Pick<Sending<unknown, unknown>, 'acknowledgeUrlOf' | 'signalUrlOf'>

type Interactions = {
  /** The path below the intake's URL that receives clicks, without the channel's id at its end. */
  path: string
  /** The secret that the buttons, and so the mapping of users, depend on. */
  goesWith: string
}

/** What a person does in the service, in the words of its pages, and a text to paste there. */
type GuideStep = { text: string; paste?: string }

/** What a service says about settings, before anything is sent or stored. */
export type Finding = {
  isGood: boolean
  /** What it said, and what to do about it, as sentences. */
  text: string
  /** What the setting that it offers may be. */
  choices?: { items: { value: string; title: string }[]; isWhole: boolean }
}

export type Checking<Settings, Secrets> = {
  /** What was given so far. */
  settings: Partial<Settings>
  secrets: Partial<Secrets>
  orgId: string
  signal: AbortSignal
}

export type Channel<Settings extends z.ZodObject = z.ZodObject, Secrets extends z.ZodObject = z.ZodObject> = {
  kind: string
  title: string
  /** What it does, as an imperative sentence without the full stop. */
  summary: string
  /** What is stored as plain text. A refusal names the member. */
  settings: Settings
  /** What is encrypted at rest and never shown. */
  secrets: Secrets
  options: KindOptions
  /** What new settings may not have, although those that an earlier version stored may. */
  findFaults?(this: void, settings: Readonly<Record<string, unknown>>): Issue[]
  /** Whether programs read its messages, and no people. */
  isForPrograms?: true
  /** Every workspace has one channel of this kind from its first day, and never another. */
  isBuiltIn?: boolean
  /** How a person gets what the options ask for, in the order of their clicks. It names every option by its label. */
  guide: readonly GuideStep[]
  /** Ways of which a person takes one, each by the member that it needs, with its own steps before those of `guide`. */
  ways?: readonly { needs: string; title: string; guide: readonly GuideStep[] }[]
  /** For a kind whose service answers to its secrets without a message. */
  check?: {
    /** The secret without which there is nothing to ask. */
    needs: string
    /** The setting whose values it lists while none is given. */
    offers?: string
    ask(
      this: void,
      services: ChannelServices,
      given: Checking<z.infer<Settings>, z.infer<Secrets>>,
    ): Promise<Finding>
  }
  /** For a kind whose messages have buttons. */
  interactions?: Interactions
  /** Returns what to do about what the environment lacks for sending, as a sentence for operators. */
  findGap?(this: void, services: Pick<ChannelServices, 'smtp'>): string | undefined
  /** The maximum rate of messages; undefined if the receiver sets none. */
  pace: { perSecond: number; burst: number } | undefined
  /** The delays before the second, the third, … try. Each varies by up to a fifth. */
  retryDelaysMs: readonly number[]
  /** The age at which an instant alert is too old to be useful. */
  instantExpiresAfterMs: number | undefined
  /** Whether the receiver recognises a repeat by its id, so an ambiguous try can be repeated. */
  recognisesRepeats: boolean
  /** The maximum number of items in a message. */
  maxItems: number
  disabledAfter: DisabledAfter | undefined
  /** Whether an alert gets a follow-up once its signal is taken, if it was sent without a reference to edit it by. */
  followsUp?: boolean
  /** Whether it receives changes with this event type. Without it, it receives none. */
  subscribesTo?(this: void, settings: z.infer<Settings>, eventType: string): boolean
  /** Each gets a separate message; [''] if there is just one. */
  recipients(this: void, settings: z.infer<Settings>): string[]
  /** The recipient for one person alone; undefined if the channel cannot reach them by themselves. */
  findRecipient?(this: void, person: AlertedPerson): string | undefined
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
