export { createOutgoing, type OutgoingOptions } from './create-outgoing.ts'
export { isPublicAddress } from './is-public-address.ts'
export type { Networks, Outgoing, OutgoingAnswer, OutgoingRequest } from './outgoing.ts'
export { OutgoingError, type OutgoingErrorCode } from './outgoing-error.ts'
