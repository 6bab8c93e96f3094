import type { Channel } from './channel.ts'
import { discord } from './discord/discord.ts'
import { email } from './email/email.ts'
import { http } from './http/http.ts'
import { inbox } from './inbox/inbox.ts'
import { opsgenie } from './opsgenie/opsgenie.ts'
import { pagerduty } from './pagerduty/pagerduty.ts'
import { slack } from './slack/slack.ts'
import { teams } from './teams/teams.ts'
import { webhook } from './webhook/webhook.ts'

export type {
  Alert,
  Channel,
  ChannelServices,
  Content,
  Finding,
  FollowUp,
  MessageStyle,
  Notice,
  Outcome,
  OutgoingEvent,
  Sending,
} from './channel.ts'
export { hasInteractions } from './channel.ts'
export { type ChannelServicesOptions, createChannelServices } from './channel-services.ts'
export { deriveId } from './derive-id.ts'
export { findMostUrgent } from './describe-alert.ts'
export { addressSchema } from './email/address.ts'
export { createLetterSender, type Letter, type SendLetter } from './email/letter-sender.ts'
export { findGeneratedSecret } from './find-generated-secret.ts'
export { findInboxMessage } from './inbox/render-message.ts'
export { type AcknowledgeTokens, createAcknowledgeTokens } from './links/acknowledge-tokens.ts'
export { cellOfToken } from './links/link-tokens.ts'
export {
  createUnsubscribeTokens,
  type Subscription,
  type UnsubscribeTokens,
} from './links/unsubscribe-tokens.ts'
export { recordSending, type SentRequest } from './recording/record-sending.ts'
export { type Installation, renderRequest } from './recording/render-request.ts'
export { type SlackAction, slackActions } from './slack/actions.ts'
export { findSlackInteraction, type SlackInteraction } from './slack/interaction.ts'
export { testNotice } from './test-notice.ts'
export { outgoingEventTypes } from './webhook/outgoing-event-types.ts'

/** Every channel that can carry alerts. */
export const channels = [slack, email, webhook, teams, discord, pagerduty, opsgenie, http, inbox] as const

export type ChannelKind = (typeof channels)[number]['kind']

/** Returns the channel of that kind, or undefined. */
export function findChannel(kind: string): Channel | undefined {
  return channels.find((channel) => channel.kind === kind)
}

/** The channel that every workspace has from its first day. */
export const firstChannel = { kind: inbox.kind, name: inbox.title, settings: {} }
