type Rejection = {
  sourceId: string
  reason: string
  finding: string | null
  detail: string | null
  advice: string | null
  at: string
}
type Group = Omit<Rejection, 'at'> & { count: number; firstAt: string; lastAt: string }

/** Groups refused requests by source and by what explains them, the largest group first. */
export function groupRejections(rejections: readonly Rejection[]): Group[] {
  const groups = Map.groupBy(rejections, ({ sourceId, reason, finding, detail }) =>
    JSON.stringify([sourceId, reason, finding, detail]),
  )
  return [...groups.values()]
    .flatMap((same) => {
      const moments = same.map(({ at }) => at).toSorted()
      const [one] = same
      const [firstAt] = moments
      const lastAt = moments.at(-1)
      if (one === undefined || firstAt === undefined || lastAt === undefined) return []
      const { sourceId, reason, finding, detail, advice } = one
      return [{ sourceId, reason, finding, detail, advice, count: same.length, firstAt, lastAt }]
    })
    .toSorted((a, b) => b.count - a.count)
}
