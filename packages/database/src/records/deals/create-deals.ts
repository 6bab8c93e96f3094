import { type Deal, type DealInput, type DealState, dealFrom } from '@signalpost/domain'
import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../database.ts'
import { createId } from '../../ids.ts'
import { writeEvents } from '../write-events.ts'

/** A requested deal; its id and times are ours to assign. */
export type NewDeal = Omit<DealInput, 'id' | 'orgId' | 'createdAt' | 'updatedAt'>

/** The outcome for a requested deal; `deal` is null if it was deleted since. */
export type DealOutcome =
  | { status: 'created'; deal: Deal }
  | { status: 'exists'; deal: Deal | null }
  | { status: 'without_signal' }

type Asked = { orgId: string; deals: readonly NewDeal[] }

/**
 * Creates deals in order, except those whose external id already has a deal and those whose signal does not exist.
 * Remembers an external id permanently with the deal created here, even if that is deleted.
 */
export async function createDeals(
  transaction: DatabaseTransaction,
  { orgId, deals, nowMs }: Asked & { nowMs: number },
): Promise<DealOutcome[]> {
  const signalIds = await findSignalIds(transaction, { orgId, deals })
  const claims = new Map<string, string>()
  const newIds = deals.map(({ externalId, signalId }) => {
    if (signalId !== undefined && !signalIds.has(signalId)) return undefined
    if (externalId !== undefined && claims.has(externalId)) return undefined
    const dealId = createId('deal_', nowMs)
    if (externalId !== undefined) claims.set(externalId, dealId)
    return dealId
  })
  await claimExternalIds(transaction, { orgId, claims })
  const owners = await findOwners(transaction, { orgId, deals })
  const outcomes = deals.map((deal, index) => {
    const dealId = deal.externalId === undefined ? newIds[index] : owners.get(deal.externalId)
    const isYetToCome = newIds.includes(dealId, index + 1)
    if (dealId === undefined || isYetToCome) return { deal, dealId: undefined, isNew: false }
    return { deal, dealId, isNew: dealId === newIds[index] }
  })
  const events = outcomes.flatMap(({ deal, dealId, isNew }) =>
    isNew
      ? {
          orgId,
          idPrefix: 'api_' as const,
          type: 'deal.created',
          dataAt: () => ({ deal: { ...deal, id: dealId } }),
        }
      : [],
  )
  await writeEvents(transaction, events, { nowMs })
  const stored = await findDeals(
    transaction,
    orgId,
    outcomes.flatMap(({ dealId }) => dealId ?? []),
  )
  return outcomes.map(({ dealId, isNew }): DealOutcome => {
    if (dealId === undefined) return { status: 'without_signal' }
    const deal = stored.get(dealId)
    if (!isNew) return { status: 'exists', deal: deal ?? null }
    if (deal === undefined) throw new Error('A deal that was just created is missing.')
    return { status: 'created', deal }
  })
}

/** Returns the existing signals among those that the deals name. */
async function findSignalIds(
  transaction: DatabaseTransaction,
  { orgId, deals }: Asked,
): Promise<Set<string>> {
  const signalIds = deals.flatMap(({ signalId }) => signalId ?? [])
  const { rows } = await sql<{ signalId: string }>`
    select signal_id as "signalId" from signals
    where org_id = ${orgId} and signal_id = any(${signalIds}::text[]) and relevance_score is not null`.execute(
    transaction,
  )
  return new Set(rows.map(({ signalId }) => signalId))
}

/** Claims free ids in one order, so requests for the same ids cannot deadlock. */
async function claimExternalIds(
  transaction: DatabaseTransaction,
  { orgId, claims }: { orgId: string; claims: ReadonlyMap<string, string> },
): Promise<void> {
  if (claims.size === 0) return
  await sql`
    insert into deal_external_ids (org_id, external_id, deal_id)
    select ${orgId}, external_id, deal_id
    from unnest(${[...claims.keys()]}::text[], ${[...claims.values()]}::text[]) as claim (external_id, deal_id)
    order by external_id collate "C"
    on conflict do nothing`.execute(transaction)
}

/** Returns the deals that own the external ids. */
async function findOwners(
  transaction: DatabaseTransaction,
  { orgId, deals }: Asked,
): Promise<Map<string, string>> {
  const externalIds = deals.flatMap(({ externalId }) => externalId ?? [])
  const { rows } = await sql<{ externalId: string; dealId: string }>`
    select external_id as "externalId", deal_id as "dealId" from deal_external_ids
    where org_id = ${orgId} and external_id = any(${externalIds}::text[])`.execute(transaction)
  return new Map(rows.map(({ externalId, dealId }) => [externalId, dealId]))
}

async function findDeals(
  transaction: DatabaseTransaction,
  orgId: string,
  dealIds: readonly string[],
): Promise<Map<string, Deal>> {
  const { rows } = await sql<{ id: string; state: DealState }>`
    select deal_id as id, state from deals
    where org_id = ${orgId} and deal_id = any(${dealIds}::text[])`.execute(transaction)
  const deals = rows.map(({ id, state }) => dealFrom({ orgId, id, state }))
  return new Map(deals.filter((deal) => deal !== undefined).map((deal) => [deal.id, deal]))
}
