export type { Outgoing, OutgoingAnswer, OutgoingRequest } from './outgoing.ts'
