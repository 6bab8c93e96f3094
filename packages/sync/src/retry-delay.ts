import { minuteMs, secondMs } from '@signalpost/domain'
import type { Fault } from '@signalpost/warehouses'

const delays: Readonly<Record<Fault, { firstMs: number; mostMs: number }>> = {
  retry: { firstMs: 5 * secondMs, mostMs: 5 * minuteMs },
  throttle: { firstMs: minuteMs, mostMs: 30 * minuteMs },
  configuration: { firstMs: minuteMs, mostMs: 60 * minuteMs },
  // For a refused row, or for so many that the table is at fault.
  data: { firstMs: minuteMs, mostMs: 60 * minuteMs },
}

/**
 * Returns how long to wait before retrying a warehouse or a refused row after this many failures in a row, from 1. The
 * delay doubles each time and is shortened by up to a fifth.
 */
export function retryDelayMs(fault: Fault, failures: number, random: () => number = Math.random): number {
  const { firstMs, mostMs } = delays[fault]
  return Math.min(mostMs, firstMs * 2 ** (failures - 1)) * (1 - random() * 0.2)
}
