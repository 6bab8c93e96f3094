/** Says whether one more refusal may be examined; its moments come from the caller. */
export type ExaminationBudget = { take: (refusal: { sourceId: string; atMs: number }) => boolean }

/** At most so many within any second, in all and of one source. */
export function createExaminationBudget({
  perSecond,
  perSecondOfSource,
}: {
  perSecond: number
  perSecondOfSource: number
}): ExaminationBudget {
  let taken: { sourceId: string; atMs: number }[] = []
  return {
    take: ({ sourceId, atMs }) => {
      taken = taken.filter((one) => atMs - one.atMs < 1_000)
      const ofSource = taken.filter((one) => one.sourceId === sourceId).length
      if (taken.length >= perSecond || ofSource >= perSecondOfSource) return false
      taken.push({ sourceId, atMs })
      return true
    },
  }
}
