import type { Finding } from './finding.ts'

const mostFindings = 7

/** Says in one sentence whether anything is lost, late or broken, and names the first seven things that need a person. */
export function summarise(
  findings: readonly Finding[],
  { hasReceived }: { hasReceived: boolean },
): { sentence: string; findings: Finding[] } {
  return { sentence: sentenceOf(findings, hasReceived), findings: findings.slice(0, mostFindings) }
}

function sentenceOf(findings: readonly Finding[], hasReceived: boolean): string {
  const count = (harm: Finding['harm']): number => findings.filter((finding) => finding.harm === harm).length
  if (count('lost') > 0) return 'The ledger does not add up: something may be lost.'
  if (findings.length === 0) {
    return hasReceived ? 'Nothing is lost, late or broken.' : 'Nothing was received yet.'
  }
  const parts = (['late', 'broken'] as const).flatMap((harm) =>
    count(harm) > 0 ? [`${count(harm)} ${count(harm) === 1 ? 'is' : 'are'} ${harm}`] : [],
  )
  const needs = findings.length === 1 ? '1 thing needs' : `${findings.length} things need`
  return `Nothing is lost. ${needs} you: ${parts.join(', ')}.`
}
