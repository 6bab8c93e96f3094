import type { Lesson } from './lesson.ts'
import type { ListenerWeights } from './listener-weights.ts'

/** What verdicts say of a keyword. */
export type KeywordVerdicts = {
  keyword: string
  /** What it adds to a score, or counts against a find. */
  points: number
  good: number
  bad: number
  /** Of them, how many finds have no other keyword. */
  alone: number
}

/** Returns what verdicts say of each keyword, the most points first, whichever their sign. */
export function keywordVerdictsOf(
  lessons: readonly Lesson[],
  { pointsByKeyword }: ListenerWeights,
): KeywordVerdicts[] {
  const named = lessons.flatMap((lesson) =>
    [...new Set(lesson.features.keywords)].map((keyword) => ({ keyword, lesson })),
  )
  const groups = Map.groupBy(named, ({ keyword }) => keyword)
  const keywords = [...new Set([...groups.keys(), ...Object.keys(pointsByKeyword)])]
  return keywords
    .map((keyword) => {
      const own = (groups.get(keyword) ?? []).map(({ lesson }) => lesson)
      const good = own.filter(({ isGood }) => isGood).length
      const alone = own.filter(({ features }) => features.keywords.length === 1).length
      const points = Object.hasOwn(pointsByKeyword, keyword) ? (pointsByKeyword[keyword] ?? 0) : 0
      return { keyword, points: Math.round(points), good, bad: own.length - good, alone }
    })
    .toSorted(
      (a, b) =>
        Math.abs(b.points) - Math.abs(a.points) ||
        b.good + b.bad - (a.good + a.bad) ||
        (a.keyword < b.keyword ? -1 : 1),
    )
}
