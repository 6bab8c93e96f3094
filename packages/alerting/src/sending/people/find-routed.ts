import type { Alert } from '@signalpost/channels'
import type { Database } from '@signalpost/database'
import { readStepPeople } from '@signalpost/database/dispatches'
import { isRouted, type Signal } from '@signalpost/domain'

/** Returns whom rules gave signals, as the channel knows them, by the ids of the signals. */
export async function findRouted(
  database: Database,
  { orgId, channelId }: { orgId: string; channelId: string },
  signals: readonly Signal[],
): Promise<NonNullable<Alert['routed']>> {
  const given = signals.flatMap(({ id, assignedTo }) =>
    assignedTo !== undefined && isRouted(assignedTo) ? [[id, assignedTo.userId] as const] : [],
  )
  const personIds = given.map(([, personId]) => personId)
  const people = await readStepPeople(database, { orgId, channelId, personIds })
  return Object.fromEntries(
    given.flatMap(([signalId, personId]) => {
      const person = people.get(personId)
      return person === undefined ? [] : [[signalId, person]]
    }),
  )
}
