import type { TimelineStep } from '@signalpost/domain'
import { sql } from 'kysely'
import type { DatabaseTransaction } from '../database.ts'
import { idTimeMs } from '../ids.ts'
import { identityKey } from '../ledger/claim-identities.ts'
import { findUserNames } from '../people/list-people.ts'
import { causeOf, originOf } from './origin.ts'
import { findOwners, type Owners } from './owners.ts'
import { instantOfDate, type Part, partOf, readAtEachEnd, type Subject } from './part.ts'

type Change = {
  id: string
  register: string
  from: unknown
  to: unknown
  at: Date
  eventId: string
  sourceId: string
  by: string | null
}

const readAtMost = 2 * readAtEachEnd

/** Each change of a register's value. */
export async function registerPart(transaction: DatabaseTransaction, subject: Subject): Promise<Part> {
  const { orgId, signalId } = subject
  const { rows } = await sql<Change>`
    select signal_event_id as id, register, from_value as "from", to_value as "to", at, event_id as "eventId",
           source_id as "sourceId",
           -- An assignment of before the column says it itself.
           coalesce(made_by, case when register = 'assignedTo' then to_value ->> 'by' end) as "by"
    from signal_events where org_id = ${orgId} and signal_id = ${signalId}
    order by signal_event_id limit ${readAtMost + 1}`.execute(transaction)
  const changes = rows.slice(0, readAtMost)
  const owners = await findOwners(transaction, changes)
  const userIds = changes.flatMap(({ by }) => by ?? [])
  const names = await findUserNames(transaction, { orgId, userIds })
  const leftOut = rows.length > readAtMost ? 'later changes are left out' : undefined
  return partOf(
    'register',
    changes.map((change) => registerStep(subject, change, { owners, names })),
    { reason: 'no register was set', leftOut },
  )
}

function registerStep(
  { isErased, signalId }: Subject,
  change: Change,
  { owners, names }: { owners: Owners; names: ReadonlyMap<string, string> },
): TimelineStep {
  const { id, register, from, to, at, eventId, sourceId, by } = change
  const owner = owners.get(identityKey(change))
  const ref = refOf({ owner, sourceId, signalId })
  return {
    stage: 'register',
    at: instantOfDate(new Date(idTimeMs(id) ?? at.getTime())),
    summary: `Register ${register} was ${verbOf(from, to)} ${causeOf(change, names)}.`,
    ref,
    detail: {
      register,
      sourceId: sourceId === '' ? null : sourceId,
      saidAt: instantOfDate(at),
      ...(!isErased && { from, to, by, eventId }),
    },
  }
}

function refOf({
  owner,
  sourceId,
  signalId,
}: {
  owner: string | undefined
  sourceId: string
  signalId: string
}): TimelineStep['ref'] {
  if (owner !== undefined) return { type: 'delivery', id: owner }
  return sourceId === '' ? { type: 'signal', id: signalId } : { type: originOf(sourceId).type, id: sourceId }
}

function verbOf(from: unknown, to: unknown): string {
  if (to === null) return 'cleared'
  return from === null ? 'set' : 'changed'
}
