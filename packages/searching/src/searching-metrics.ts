import { Counter, Gauge, type Registry } from 'prom-client'
import type { OpinionOutcome } from './opinions/create-opinions.ts'
import type { RerankOutcome } from './reranking/create-reranking.ts'

export type SearchingMetrics = ReturnType<typeof createSearchingMetrics>

export function createSearchingMetrics(registry: Registry) {
  const registers = [registry]
  const requests = new Counter({
    name: 'signalpost_platform_requests_total',
    help: 'Requests to platforms, by platform and HTTP status.',
    labelNames: ['platform', 'status'],
    registers,
  })
  const searches = new Counter({
    name: 'signalpost_searches_total',
    help: 'Searches by platform and outcome: ran, failed, or waits, because its budget is used up.',
    labelNames: ['platform', 'outcome'],
    registers,
  })
  const skipped = new Counter({
    name: 'signalpost_posts_skipped_total',
    help: 'Posts that were not judged because that takes too long, too much memory, or ended the process, by platform.',
    labelNames: ['platform'],
    registers,
  })
  const delivered = new Counter({
    name: 'signalpost_finds_settled_total',
    help: 'Finds sent to the intake, by outcome: delivered, refused, or waiting to be sent again.',
    labelNames: ['outcome'],
    registers,
  })
  const reread = new Counter({
    name: 'signalpost_finds_reread_total',
    help: 'Finds read again as their platform demands, by outcome: unchanged, changed, gone, blanked, or postponed after a fault.',
    labelNames: ['platform', 'outcome'],
    registers,
  })
  const opinions = new Counter({
    name: 'signalpost_model_calls_total',
    help: 'Finds for the language model, by outcome: used, unusable, failed, paused after failures, or budget, which is used up.',
    labelNames: ['outcome'],
    registers,
  })
  const reranks = new Counter({
    name: 'signalpost_rerank_calls_total',
    help: 'Calls of the rerank model, by outcome: used, failed, paused after failures, or budget, which is used up.',
    labelNames: ['outcome'],
    registers,
  })
  const waiting = new Gauge({
    name: 'signalpost_finds_waiting',
    help: 'Finds that wait for their delivery to the intake.',
    registers,
  })
  const oldest = new Gauge({
    name: 'signalpost_oldest_waiting_find_seconds',
    help: 'How long the oldest find has waited for its delivery; 0 without one.',
    registers,
  })
  return {
    countRequest: (platform: string, httpStatus: number) =>
      requests.inc({ platform, status: String(httpStatus) }),
    countSearch: (platform: string, outcome: 'ran' | 'failed' | 'waits') =>
      searches.inc({ platform, outcome }),
    countSkipped: (platform: string) => skipped.inc({ platform }),
    countOpinion: (outcome: OpinionOutcome) => opinions.inc({ outcome }),
    countRerank: (outcome: RerankOutcome) => reranks.inc({ outcome }),
    countSettled: (counts: Record<string, number>) => {
      for (const [outcome, count] of Object.entries(counts)) delivered.inc({ outcome }, count)
    },
    countReread: (platform: string, counts: Record<string, number>) => {
      for (const [outcome, count] of Object.entries(counts)) reread.inc({ platform, outcome }, count)
    },
    showWaiting: (measured: { waiting: number; oldestMs: number | null }) => {
      waiting.set(measured.waiting)
      oldest.set((measured.oldestMs ?? 0) / 1000)
    },
  }
}
