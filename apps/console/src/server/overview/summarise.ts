import {
  degradedWarehouses,
  differingWarehouses,
  disabledChannels,
  failingChannels,
  unsentAlerts,
} from './delivering-findings.ts'
import {
  deadLetters,
  endingSecrets,
  lateDeliveries,
  ledgerMismatch,
  refusedRequests,
} from './delivery-findings.ts'
import type { Facts } from './facts.ts'
import type { Finding, FindingKind } from './finding.ts'
import { unseenProcesses } from './process-findings.ts'

/** The kinds of findings, the most harmful first. */
const kinds: readonly FindingKind[] = [
  ledgerMismatch,
  unseenProcesses,
  deadLetters,
  lateDeliveries,
  disabledChannels,
  unsentAlerts,
  degradedWarehouses,
  differingWarehouses,
  refusedRequests,
  failingChannels,
  endingSecrets,
]
const mostFindings = 7

/** Says in one sentence whether anything is lost, late or broken, and names at most seven things that need a person. */
export function summarise(facts: Facts): { sentence: string; findings: Finding[] } {
  const findings = kinds.flatMap(({ kind, find }) => find(facts).map((found) => ({ kind, ...found })))
  return { sentence: sentenceOf(findings, facts), findings: findings.slice(0, mostFindings) }
}

function sentenceOf(findings: readonly Finding[], facts: Facts): string {
  const count = (harm: Finding['harm']): number => findings.filter((finding) => finding.harm === harm).length
  if (count('lost') > 0) return 'The ledger does not add up: something may be lost.'
  if (findings.length === 0) {
    return hasReceived(facts) ? 'Nothing is lost, late or broken.' : 'Nothing was received yet.'
  }
  const parts = (['late', 'broken'] as const).flatMap((harm) =>
    count(harm) > 0 ? [`${count(harm)} ${count(harm) === 1 ? 'is' : 'are'} ${harm}`] : [],
  )
  const needs = findings.length === 1 ? '1 thing needs' : `${findings.length} things need`
  return `Nothing is lost. ${needs} you: ${parts.join(', ')}.`
}

function hasReceived({ sources, ledger }: Facts): boolean {
  return ledger['7d'].accepted > 0 || sources.some(({ lastDeliveryAt }) => lastDeliveryAt !== null)
}
