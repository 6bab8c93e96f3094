import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { disabledByOperator } from '../rules/channels.ts'
import type { DeliveryStatus } from '../tables.ts'

/** How far a workspace is with what everyone does first. A part is null where there is none of it yet. */
export type FirstSteps = {
  /** The newest source that may send. */
  source: { sourceId: string; name: string; at: Date } | null
  /** The first accepted delivery that the ledger holds; without an id where it holds none any more. */
  delivery: { deliveryId: string | null; at: Date } | null
  /** The newest delivery, in a workspace without a signal. */
  newest: { deliveryId: string; type: string | null; status: DeliveryStatus; error: string | null } | null
  signal: { signalId: string; title: string | null; at: Date } | null
  /** The channel that was the first to send, else the first that is on. `at` is when its receiver first accepted a message. */
  channel: { channelId: string; name: string; state: string; reason: string | null; at: Date | null } | null
  /** The warehouse that was synced last, else the first one. `at` is the end of that sync. */
  warehouse: { warehouseId: string; name: string; lastError: string | null; at: Date | null } | null
}

/** Reads the ends of indexes and small tables: its cost does not grow with the ledger or the signals. */
export async function readFirstSteps(database: Database, { orgId }: { orgId: string }): Promise<FirstSteps> {
  const { rows } = await sql<Dated>`
    with first_signal as materialized (
      select signal_id as "signalId", state #>> '{last,document,title}' as title, stored_at as at from signals
      where org_id = ${orgId} and relevance_score is not null order by stored_at, signal_id limit 1
    )
    select
      (select to_jsonb(one) from (
        select source_id as "sourceId", name, created_at as at from sources
        where org_id = ${orgId} and enabled order by created_at desc, source_id desc limit 1
      ) one) as source,
      coalesce(
        (select to_jsonb(one) from (
          select delivery_id as "deliveryId", received_at as at from deliveries
          where org_id = ${orgId} order by delivery_id limit 1
        ) one),
        (select jsonb_build_object('deliveryId', null, 'at', min(last_delivery_at))
         from sources join source_activity using (source_id) where org_id = ${orgId} having count(*) > 0)
      ) as delivery,
      (select to_jsonb(one) from (
        select delivery_id as "deliveryId", type, status, error from deliveries
        where org_id = ${orgId} and not exists (select from first_signal)
        order by delivery_id desc limit 1
      ) one) as newest,
      (select to_jsonb(first_signal) from first_signal) as signal,
      (select to_jsonb(one) from (
        select channel_id as "channelId", name, state, reason, first_sent_at as at
        from channels left join channel_health using (channel_id)
        where org_id = ${orgId}
        order by first_sent_at nulls last, state = 'disabled' and reason = ${disabledByOperator}, created_at, channel_id limit 1
      ) one) as channel,
      (select to_jsonb(one) from (
        select warehouse_id as "warehouseId", name, last_error as "lastError", last_sync_at as at from warehouses
        where org_id = ${orgId} order by last_sync_at desc nulls last, created_at, warehouse_id limit 1
      ) one) as warehouse`.execute(database)
  const [found] = rows
  if (found === undefined) throw new Error('The database answered without a row.')
  const { source, delivery, newest, signal, channel, warehouse } = found
  return {
    source: source && { ...source, at: new Date(source.at) },
    delivery: delivery && { ...delivery, at: new Date(delivery.at) },
    newest,
    signal: signal && { ...signal, at: new Date(signal.at) },
    channel: channel && { ...channel, at: momentOf(channel.at) },
    warehouse: warehouse && { ...warehouse, at: momentOf(warehouse.at) },
  }
}

/** Moments inside JSON arrive as text. */
type Dated = {
  [Part in keyof FirstSteps]: FirstSteps[Part] extends infer Found
    ? Found extends { at: unknown }
      ? Omit<Found, 'at'> & { at: Found['at'] extends Date ? string : string | null }
      : Found
    : never
}

function momentOf(at: string | null): Date | null {
  return at === null ? null : new Date(at)
}
