import { format } from '../../../parts/data/sum-bar.tsx'
import type { KeywordVerdicts } from '../listener-type.ts'

/** `+9`, or `−9` with the sign that is as wide. */
export function signed(points: number): string {
  return points > 0 ? `+${points}` : `${points}`.replace('-', '−')
}

/** The verdicts that moved a keyword: the good ones up, the bad ones down. */
export function sayVerdicts({ points, good, bad }: KeywordVerdicts): string {
  const [count, kind] = points > 0 ? [good, 'good'] : [bad, 'bad']
  return `${format(count)} of ${format(good + bad)} ${kind}`
}
