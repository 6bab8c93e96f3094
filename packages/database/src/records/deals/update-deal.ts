import { isDeepStrictEqual } from 'node:util'
import { type Deal, type DealState, dealFrom, RejectedError } from '@signalpost/domain'
import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../database.ts'
import { writeEvents } from '../write-events.ts'

type Changes = Partial<Pick<Deal, 'stage' | 'value' | 'ownerId'>>

const otherThanExpected: Readonly<Record<keyof Changes, string>> = {
  stage: 'The deal is in another stage than expected.',
  value: 'The deal has another value than expected.',
  ownerId: 'The deal has another owner than expected.',
}

/**
 * Changes the given members of a deal. Undefined where there is no such deal. Throws RejectedError `conflict` if a member
 * is not what is expected.
 */
export async function updateDeal(
  transaction: DatabaseTransaction,
  {
    orgId,
    dealId,
    changes,
    expected = {},
    nowMs,
  }: {
    orgId: string
    dealId: string
    changes: Changes
    expected?: Changes | undefined
    nowMs: number
  },
): Promise<{ before: Deal; deal: Deal } | undefined> {
  const before = await lockDeal(transaction, orgId, dealId)
  if (before === undefined) return undefined
  for (const member of ['stage', 'value', 'ownerId'] as const) {
    if (member in expected && !isDeepStrictEqual(before[member], expected[member]))
      throw new RejectedError('conflict', otherThanExpected[member])
  }
  const deal = { ...before, ...changes }
  if (isDeepStrictEqual(before, deal)) return { before, deal: before }
  const event = {
    orgId,
    idPrefix: 'api_' as const,
    type: 'deal.updated',
    dataAt: (updatedAt: string) => ({ deal: { ...deal, updatedAt } }),
  }
  await writeEvents(transaction, [event], { nowMs })
  const updated = await lockDeal(transaction, orgId, dealId)
  return updated && { before, deal: updated }
}

async function lockDeal(
  transaction: DatabaseTransaction,
  orgId: string,
  dealId: string,
): Promise<Deal | undefined> {
  const { rows } = await sql<{ state: DealState }>`
    select state from deals where org_id = ${orgId} and deal_id = ${dealId} for update`.execute(transaction)
  return rows[0] && dealFrom({ orgId, id: dealId, state: rows[0].state })
}
