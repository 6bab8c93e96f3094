import { minuteMs, secondMs } from '@signalpost/domain'
import type { Fault } from '@signalpost/warehouses'

const delays: Readonly<Record<Fault, { firstMs: number; mostMs: number }>> = {
  retry: { firstMs: 5 * secondMs, mostMs: 5 * minuteMs },
  throttle: { firstMs: minuteMs, mostMs: 30 * minuteMs },
  configuration: { firstMs: minuteMs, mostMs: 60 * minuteMs },
  // Of a row that was set aside, or of so many that the table is at fault.
  data: { firstMs: minuteMs, mostMs: 60 * minuteMs },
}

/**
 * How long a warehouse, or a row that it refuses, rests after failing so often in a row, from 1: twice as long each
 * time, up to a fifth less.
 */
export function retryDelayMs(fault: Fault, failures: number, random: () => number = Math.random): number {
  const { firstMs, mostMs } = delays[fault]
  return Math.min(mostMs, firstMs * 2 ** (failures - 1)) * (1 - random() * 0.2)
}
