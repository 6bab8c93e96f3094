import { readFileSync } from 'node:fs'
import type { JudgedListener } from '@signalpost/judge'
import { z } from 'zod'
import type { Label } from './ranking.ts'

/** A post with the labels of two readers who knew neither its score nor each other's labels, and what was settled. */
type LabelledPost = { signalId: string; first: Label; second: Label; settled: Label }

export type LabelledListener = {
  company: string
  listener: JudgedListener
  /** The sample: fifty, drawn from all tenths of the candidates. */
  posts: LabelledPost[]
  /** Others, that were among the first of all candidates. */
  first: LabelledPost[]
  /** Others, that a reader sought because they ask or complain, and some drawn at random beside them. */
  asking: AskingPost[]
  /** Whether rules are made by its posts. Those of the other half are only measured. */
  isForMaking: boolean
}

type AskingPost = LabelledPost & { drawn: 'sought' | 'random' }

/** The listeners whose posts are read while rules are made. */
const forMaking = new Set(['ledgerline', 'hireloom', 'kettlecrm', 'cindercode', 'brightbank', 'storewise'])

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
const drawnSchema = z.enum(['sought', 'random'])
const askingRowSchema = z.tuple([z.string(), z.string(), drawnSchema, labelSchema, labelSchema, labelSchema])

/** Reads the plans and the labels. The texts lie in the large collection, outside the repository. */
export function readLabelledListeners(): LabelledListener[] {
  const sampled = readLabels('labels.tsv')
  const first = readLabels('top/labels.tsv')
  const asking = readAsking('asking/labels.tsv')
  return readPlans('plans.json').map(({ company, listener }) => ({
    ...{ company, listener },
    posts: sampled.get(company) ?? [],
    first: first.get(company) ?? [],
    asking: asking.get(company) ?? [],
    isForMaking: forMaking.has(company),
  }))
}

/** Reads the listeners of other trades, whose posts were labelled after the rules were made. They have no other sample. */
export function readFreshListeners(): LabelledListener[] {
  const asking = readAsking('fresh/labels.tsv')
  return readPlans('fresh/plans.json').map(({ company, listener }) => ({
    ...{ company, listener, posts: [], first: [], isForMaking: false },
    asking: asking.get(company) ?? [],
  }))
}

function readPlans(name: string): Pick<LabelledListener, 'company' | 'listener'>[] {
  const plans = planSchema.parse(JSON.parse(readBeside(name)))
  return Object.entries(plans).map(([company, plan]) => ({
    company,
    listener: { ...plan, sensitivity: 'balanced' },
  }))
}

/** Returns the labels by listener. */
function readLabels(name: string): Map<string, LabelledPost[]> {
  const labels = new Map<string, LabelledPost[]>()
  for (const row of readRows(name)) {
    const [company, signalId, first, second, settled] = rowSchema.parse(row)
    labels.set(company, [...(labels.get(company) ?? []), { signalId, first, second, settled }])
  }
  return labels
}

/** Returns the labels by listener. */
function readAsking(name: string): Map<string, AskingPost[]> {
  const labels = new Map<string, AskingPost[]>()
  for (const row of readRows(name)) {
    const [company, signalId, drawn, first, second, settled] = askingRowSchema.parse(row)
    labels.set(company, [...(labels.get(company) ?? []), { signalId, drawn, first, second, settled }])
  }
  return labels
}

function readRows(name: string): string[][] {
  const [, ...lines] = readBeside(name).trimEnd().split('\n')
  return lines.map((line) => line.split('\t'))
}

function readBeside(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8')
}
