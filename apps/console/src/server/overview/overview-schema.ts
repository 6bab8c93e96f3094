import { z } from 'zod'

const count = z.int().min(0)
const ledgerCount = z.object({
  ...{ accepted: count, applied: count, duplicate: count, conflict: count },
  ...{ ignored: count, dead: count, queued: count },
})
const alertCount = z.object({
  ...{ matched: count, sent: count, digested: count, pending: count },
  ...{ suppressed: count, failed: count, expired: count, unknown: count },
})

function byPeriod<Schema extends z.ZodType>(schema: Schema) {
  return z.object({ '1h': schema, '24h': schema, '7d': schema })
}

export const overviewSchema = z.object({
  at: z.iso.datetime(),
  sentence: z.string().meta({ description: 'Whether anything is lost, late or broken.' }),
  findings: z
    .array(
      z.object({
        kind: z.string(),
        harm: z.enum(['lost', 'late', 'broken']),
        summary: z.string(),
        remedy: z.string(),
        link: z.string(),
      }),
    )
    .max(7),
  ledger: byPeriod(ledgerCount).meta({
    description: 'accepted = applied + duplicate + conflict + ignored + dead + queued',
  }),
  alerts: byPeriod(alertCount).meta({
    description: 'matched = sent + digested + pending + suppressed + failed + expired + unknown',
  }),
  taking: z
    .object({
      taken: count,
      halfWithinSeconds: z.number().nullable(),
      halfWithinSecondsBefore: z.number().nullable().meta({ description: 'In the 7 days before.' }),
      mostWithinSeconds: z.number().nullable().meta({ description: 'Nine of ten.' }),
      standing: count.meta({ description: 'How many escalate and no one has taken.' }),
      lost: count.meta({ description: 'How many ran out of steps, and no one had taken them.' }),
      people: z
        .array(
          z.object({
            personId: z.string(),
            taken: count,
            halfWithinSeconds: z.number(),
          }),
        )
        .meta({ description: 'Who has the leads that were taken, the most first.' }),
    })
    .meta({ description: 'How fast people took the signals that escalate, in the last 7 days.' }),
  warehouses: z
    .array(
      z.object({
        warehouseId: z.string(),
        name: z.string(),
        kind: z.string(),
        state: z.enum(['idle', 'syncing', 'degraded', 'paused']),
        ...{ changed: count, there: count, waiting: count, setAside: count },
      }),
    )
    .meta({ description: 'changed = there + waiting + setAside' }),
})

export type Overview = z.infer<typeof overviewSchema>
