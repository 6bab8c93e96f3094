import { type RawBuilder, sql } from 'kysely'

/**
 * Returns SQL for the row (reason, until) of the hold that ends last, for `left join lateral … on true`; no row without
 * a hold. `channelId` is an expression for the channel's id.
 */
export function holdOf(channelId: RawBuilder<unknown>, nowMs: number): RawBuilder<unknown> {
  const now = sql`${new Date(nowMs)}::timestamptz`
  return sql`(
    select holds.reason, holds.until
    from channel_health h join channels held using (channel_id), lateral (values
      (1, 'channel_paused_by_hand', case when hand_paused_until > ${now} then hand_paused_until end),
      (2, 'channel_paused', case when retry_after > ${now} then retry_after end),
      -- Once the rest is over, everything still waits for the outcome of one probe.
      (3, 'channel_degraded', case when breaker_openings > 0 then greatest(paused_until, ${now}) end),
      (4, 'channel_pace', case when next_slot_at > ${now} then next_slot_at end)
    ) as holds (place, reason, until)
    where h.channel_id = ${channelId} and holds.until is not null
    order by holds.until desc, place
    limit 1
  )`
}
