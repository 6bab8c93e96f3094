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
  const harms = (['late', 'broken'] as const).filter((harm) => count(harm) > 0)
  const things = findings.length === 1 ? '1 thing' : `${findings.length} things`
  const areHarmed = harms.map((harm) => `${count(harm) === 1 ? 'is' : 'are'} ${harm}`)
  if (harms.length === 1) return `Nothing is lost. ${things} ${areHarmed.join('')}.`
  const parts = harms.map((harm, index) => `${count(harm)} ${areHarmed[index]}`)
  return `Nothing is lost. ${things} need you: ${parts.join(', ')}.`
}
