import { isDeepStrictEqual } from 'node:util'
import { type DealState, dealFrom, type EventKey } from '@signalpost/domain'
import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../database.ts'
import { createId } from '../../ids.ts'
import type { MergedRecord } from '../merge/merged-record.ts'
import { timestampOf } from '../merge/timestamp-of.ts'

/** The members of a deal whose changes its history keeps. */
const dealHistoryMembers = ['name', 'stage', 'value', 'ownerId', 'accountKey', 'signalId'] as const

/** One row for each changed member, dated as the event that changed it. */
export async function writeDealEvents(
  transaction: DatabaseTransaction,
  deals: MergedRecord<'deal'>[],
  { nowMs }: { nowMs: number },
): Promise<void> {
  const rows = deals
    .filter(({ isWritten }) => isWritten)
    .flatMap(({ orgId, id, before, after }) => {
      const key: EventKey = after.last.key
      return changedMembers(shown(orgId, id, before), shown(orgId, id, after)).map(
        ({ member, from, to }) => ({
          org_id: orgId,
          deal_event_id: createId('dev_', nowMs),
          deal_id: id,
          member,
          from_value: from,
          to_value: to,
          at: timestampOf(key.at),
          event_id: key.eventId,
          source_id: key.sourceId,
        }),
      )
    })
  if (rows.length === 0) return
  await sql`
    insert into deal_events
    select * from json_populate_recordset(null::deal_events, ${JSON.stringify(rows)})`.execute(transaction)
}

function shown(orgId: string, id: string, state: DealState | undefined) {
  return state && dealFrom({ orgId, id, state })
}

type Shown = ReturnType<typeof shown>

function changedMembers(before: Shown, after: Shown) {
  return dealHistoryMembers.flatMap((member) => {
    const [from, to] = [before?.[member] ?? null, after?.[member] ?? null]
    return isDeepStrictEqual(from, to) ? [] : [{ member, from, to }]
  })
}
