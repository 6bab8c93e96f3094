import type { Topic as ServerTopic } from '@signalpost/database/overview'

/** What the server's stream names when it moved. */
export type Topic = ServerTopic
