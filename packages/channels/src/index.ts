export type {
  Alert,
  Channel,
  ChannelServices,
  Content,
  Outcome,
  OutgoingEvent,
  Sending,
} from './channel.ts'
