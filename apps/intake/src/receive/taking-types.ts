import { takingEventTypes, takings } from '@signalpost/domain'

/** The events by which someone takes a signal. They must end its escalations within 5 s, whatever happens to workers. */
export const takingTypes: ReadonlySet<string | null> = new Set(takingEventTypes(takings))
