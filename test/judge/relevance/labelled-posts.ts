import { readFileSync } from 'node:fs'
import type { JudgedListener } from '@signalpost/judge'
import { z } from 'zod'
import type { Label } from './ranking.ts'

/** A post with the labels of two readers who knew neither its score nor each other's labels, and what was settled. */
type LabelledPost = { signalId: string; first: Label; second: Label; settled: Label }

export type LabelledListener = { company: string; listener: JudgedListener; posts: LabelledPost[] }

const terms = z.array(z.string().min(1))
const planSchema = z.record(
  z.string(),
  z.object({
    mode: z.enum(['market', 'rivals', 'places']),
    objective: z.string(),
    keywords: terms,
    exclusions: terms,
    profile: z.union([
      z.object({ targetRoles: terms }),
      z.object({ rivals: terms, painVocabulary: terms }),
      z.object({ categories: terms, locations: terms }),
    ]),
  }),
)
const labelSchema = z.coerce.number().pipe(z.union([z.literal(0), z.literal(1), z.literal(2)]))
const rowSchema = z.tuple([z.string(), z.string(), labelSchema, labelSchema, labelSchema])

/** Reads the plans and the labels. The texts lie in the large collection, outside the repository. */
export function readLabelledListeners(): LabelledListener[] {
  const plans = planSchema.parse(JSON.parse(readBeside('plans.json')))
  const [, ...lines] = readBeside('labels.tsv').trimEnd().split('\n')
  const rows = lines.map((line) => rowSchema.parse(line.split('\t')))
  return Object.entries(plans).map(([company, plan]) => ({
    company,
    listener: { ...plan, sensitivity: 'balanced' },
    posts: rows
      .filter(([of]) => of === company)
      .map(([, signalId, first, second, settled]) => ({ signalId, first, second, settled })),
  }))
}

function readBeside(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8')
}
