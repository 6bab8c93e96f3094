import type { Confirmation } from '@signalpost/assistants'
import type { AssistantCall } from '@signalpost/database/assistant-calls'
import type { ErrorCode } from '@signalpost/domain'
import { Counter, type Registry } from 'prom-client'

/** What is counted of assistants and their tokens. No label names one, or a person. */
export type AssistantMetrics = {
  countCall: (call: Pick<AssistantCall, 'tool' | 'outcome'> & { hidden: number }) => void
  countConfirmation: (confirmation: Confirmation) => void
  /** A request that was refused before a tool was looked at. */
  countRefusal: (code: ErrorCode) => void
  /** An answer of the token endpoint: `issued`, or the error of OAuth. */
  countToken: (outcome: string) => void
  countReuse: () => void
}

export function createAssistantMetrics(registry: Registry): AssistantMetrics {
  const registers = [registry]
  const calls = new Counter({
    name: 'signalpost_assistant_calls_total',
    help: 'Calls of tools by assistants, by tool and outcome.',
    labelNames: ['tool', 'outcome'],
    registers,
  })
  const hidden = new Counter({
    name: 'signalpost_assistant_hidden_characters_total',
    help: 'Invisible characters of strangers that were removed from answers to assistants.',
    registers,
  })
  const confirmations = new Counter({
    name: 'signalpost_assistant_confirmations_total',
    help: 'Calls that need a yes of a person, by outcome.',
    labelNames: ['outcome'],
    registers,
  })
  const refusals = new Counter({
    name: 'signalpost_assistant_refusals_total',
    help: 'Requests of assistants that were refused before a tool was looked at, by code.',
    labelNames: ['code'],
    registers,
  })
  const tokens = new Counter({
    name: 'signalpost_oauth_tokens_total',
    help: 'Requests for tokens by outcome: issued, or the error of OAuth.',
    labelNames: ['outcome'],
    registers,
  })
  const reuses = new Counter({
    name: 'signalpost_oauth_token_reuses_total',
    help: 'Codes and refresh tokens that were used again too late, which ended their assistant.',
    registers,
  })
  return {
    countCall: ({ tool, outcome, hidden: removed }) => {
      calls.inc({ tool, outcome })
      hidden.inc(removed)
    },
    countConfirmation: (outcome) => confirmations.inc({ outcome }),
    countRefusal: (code) => refusals.inc({ code }),
    countToken: (outcome) => tokens.inc({ outcome }),
    countReuse: () => reuses.inc(),
  }
}

/** Returns how many invisible characters an answer says that it leaves out. */
export function countHidden(answer: unknown): number {
  if (typeof answer !== 'object' || answer === null) return 0
  const counts = Object.entries(answer).map(([name, inside]) =>
    name === 'hidden' && typeof inside === 'number' ? inside : countHidden(inside),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}
