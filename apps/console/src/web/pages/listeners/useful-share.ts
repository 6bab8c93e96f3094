/** What part of the judged signals people found good, in words. */
export function usefulShare({ good, bad }: { good: number; bad: number }): string {
  const judged = good + bad
  return judged === 0 ? 'not judged' : `${Math.round((good / judged) * 100)} % of ${judged} judged`
}
