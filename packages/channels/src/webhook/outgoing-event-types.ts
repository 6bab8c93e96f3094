import { subscribableTypes } from '@signalpost/domain'

/** The event type of our test message. It is not a stored change, so no webhook can subscribe to it. */
export const testType = 'ping'

/** Every type that a webhook can subscribe to: stored changes and alerts. */
export const outgoingEventTypes: readonly string[] = subscribableTypes()
