import { hourMs, secondMs } from '@signalpost/domain'
import { z } from 'zod'

/** How often a warehouse may be synced. */
export const warehouseIntervalMs = { least: secondMs, most: hourMs } as const

export const intervalMsSchema = z.number().int().min(warehouseIntervalMs.least).max(warehouseIntervalMs.most)
