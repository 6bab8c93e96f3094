import type { WarehouseHealth } from '@signalpost/database/warehouses'

/** Says for people that a warehouse is or was rewritten, and why. */
export function describeRewrite({
  reason,
  beganAt,
  endedAt,
}: NonNullable<WarehouseHealth['rewrite']>): string {
  const began = beganAt.toISOString()
  const when =
    endedAt === null ? `is being rewritten since ${began}` : `was rewritten at ${endedAt.toISOString()}`
  return `${when}: ${reason}`
}
