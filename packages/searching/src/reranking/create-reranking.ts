import type { Database } from '@signalpost/database'
import type { FoundItem } from '@signalpost/domain'
import type { JudgedListener } from '@signalpost/judge'
import { type Reranker, rerank } from '@signalpost/language-model'
import { createAskSparingly, type NoAnswer } from '../ask-sparingly.ts'

/** How a call ended. Whatever but `used` leaves the rules' judgement. */
export type RerankOutcome = 'used' | NoAnswer

/** A rerank model, how often each workspace may ask it on a UTC day, and the score from which on it passes a post. */
export type RerankSettings = Reranker & { dailyCalls: number; bar: number }

/** Scores posts without a keyword. A post for which there is no answer has none. */
export type AskRerank = {
  bar: number
  ask: (asked: {
    orgId: string
    items: readonly FoundItem[]
    listener: JudgedListener
    signal: AbortSignal
    /** Called for each call of the model. */
    onCall?: () => void
  }) => Promise<Map<FoundItem, number>>
}

const itemsPerCall = 20
const mostLetters = 1_500

/** Asks a rerank model about posts, twenty a call. It never throws: without a score, the judgement of the rules stands. */
export function createReranking({
  database,
  model: { dailyCalls, bar, ...model },
  nowMs,
  onOutcome,
  timeoutMs,
}: {
  database: Database
  nowMs: () => number
  model: RerankSettings
  onOutcome?: ((outcome: RerankOutcome) => void) | undefined
  /** How long an answer may take. 10 s by default. */
  timeoutMs?: number
}): AskRerank {
  const askSparingly = createAskSparingly({ database, kind: 'rerank', dailyCalls, nowMs })
  return {
    bar,
    ask: async ({ orgId, items, listener, signal, onCall }) => {
      const scores = new Map<FoundItem, number>()
      for (let at = 0; at < items.length && !signal.aborted; at += itemsPerCall) {
        const some = items.slice(at, at + itemsPerCall)
        const documents = some.map(documentOf)
        const answer = await askSparingly(orgId, () => {
          onCall?.()
          return rerank(model, { query: queryOf(listener), documents, signal, timeoutMs })
        })
        onOutcome?.(typeof answer === 'string' ? answer : 'used')
        if (typeof answer === 'string') continue
        for (const [index, item] of some.entries()) {
          const score = answer.get(index)
          if (score !== undefined) scores.set(item, score)
        }
      }
      return scores
    },
  }
}

/** What the listener looks for, as one sentence. */
function queryOf({ objective, keywords }: JudgedListener): string {
  return `${objective.replaceAll('_', ' ')}: ${keywords.join(', ')}`
}

function documentOf({ title, text }: FoundItem): string {
  return Array.from(`${title}\n${text}`.slice(0, 2 * mostLetters).toWellFormed())
    .slice(0, mostLetters)
    .join('')
}
