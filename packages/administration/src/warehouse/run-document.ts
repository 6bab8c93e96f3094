import type { WarehouseRun } from '@signalpost/database/warehouses'
import { z } from 'zod'

const comparedSchema = z.object({
  table: z.string(),
  sourceRows: z.number(),
  targetRows: z.number(),
  differingRows: z.number(),
  keys: z.array(z.string()).meta({ description: 'The first 100 that differ.' }),
  isMissing: z.boolean(),
  lacksView: z.boolean().meta({
    description: 'Whether the view of its current rows is missing, lacks columns or shows something else.',
  }),
  lacksKey: z.boolean().meta({ description: 'Whether its primary key is gone, in PostgreSQL.' }),
  faultyColumns: z.array(z.string()),
  damagedFiles: z.array(z.string()),
})

export const runSchema = z.object({
  runId: z.string(),
  purpose: z.enum(['sync', 'backfill', 'comparison', 'repair']),
  outcome: z.enum(['done', 'interrupted', 'failed']),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  times: z.number().meta({ description: 'How often in a row it failed for the same reason.' }),
  rows: z.number(),
  rejected: z.number(),
  error: z.string().nullable(),
  tables: z.array(comparedSchema).meta({ description: 'What a comparison found.' }),
})

export function describeRun(run: WarehouseRun): z.infer<typeof runSchema> {
  const { runId, purpose, outcome, startedAt, endedAt, times, rows, rejected, error, comparison } = run
  return {
    ...{ runId, purpose, outcome, times, rows, rejected, error },
    startedAt: startedAt.toISOString(),
    endedAt: endedAt.toISOString(),
    tables: Object.entries(comparison ?? {})
      .toSorted(byName)
      .map(([table, compared]) => ({
        table,
        ...compared,
        lacksView: compared.lacksView ?? false,
        lacksKey: compared.lacksKey ?? false,
        keys: [...compared.keys],
        faultyColumns: [...compared.faultyColumns],
        damagedFiles: [...compared.damagedFiles],
      })),
  }
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1
}
