export type {
  Alert,
  Channel,
  ChannelServices,
  Content,
  Outcome,
  OutgoingEvent,
  Sending,
} from './channel.ts'
export { createUnsubscribeTokens, type Subscription, type UnsubscribeTokens } from './unsubscribe-tokens.ts'
