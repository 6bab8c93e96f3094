import type { Database } from '@signalpost/database'
import type { AuditActor } from '@signalpost/database/acts'
import { findAssistantNames } from '@signalpost/database/assistants'
import { findPeopleNames } from '@signalpost/database/people'

/** Returns the names of people and of assistants by their ids. An assistant, of a workspace, has that of its client. */
export async function findActorNames(
  { database }: { database: Database },
  { orgId, actors }: { orgId: string | undefined; actors: readonly AuditActor[] },
): Promise<ReadonlyMap<string, string | null>> {
  const idsOf = (kind: AuditActor['kind']) => [
    ...new Set(actors.flatMap((actor) => (actor.kind === kind ? actor.id : []))),
  ]
  const [people, assistants] = await Promise.all([
    findPeopleNames(database, idsOf('person')),
    orgId === undefined ? [] : findAssistantNames(database, { orgId, assistantIds: idsOf('assistant') }),
  ])
  return new Map([...people, ...assistants])
}
