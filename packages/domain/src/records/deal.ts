import { type Deal, type DealInput, isOpen } from '../documents/deal.ts'
import type { EventKey } from '../event-key.ts'
import type { Instant } from '../instant.ts'
import { documentAt, type LastWins } from './last-wins.ts'

type DealDocument = Omit<Deal, 'id' | 'orgId' | 'open' | 'createdAt'>
export type DealState = LastWins<DealDocument, { createdAt: Instant }>

export function dealStateFrom(input: DealInput, key: EventKey): DealState {
  const {
    name,
    stage,
    value = null,
    accountKey = null,
    signalId = null,
    ownerId = null,
    externalId = null,
  } = input
  const { createdAt = key.at, updatedAt = key.at } = input
  const document = { name, stage, value, accountKey, signalId, ownerId, externalId, updatedAt }
  return documentAt(key, document, { createdAt })
}

/** Returns the deal as the API shows it, or undefined for a tombstone. */
export function dealFrom(record: { orgId: string; id: string; state: DealState }): Deal | undefined {
  const document = record.state.last.document
  const createdAt = record.state.first?.members.createdAt
  if (document === null || createdAt === undefined) return undefined
  const { updatedAt, ...members } = document
  return {
    id: record.id,
    orgId: record.orgId,
    ...members,
    open: isOpen(document.stage),
    createdAt,
    updatedAt,
  }
}
