import { subscribableTypes } from '@signalpost/domain'

/** The type of our own test of an address. It stores nothing, so no webhook can subscribe to it. */
export const testType = 'ping'

/** Every type that a webhook can subscribe to: changes of what is stored, and alerts. */
export const outgoingEventTypes: readonly string[] = subscribableTypes()
