import type { FoundItem } from '@signalpost/domain'
import { polarityOf, readPost } from '@signalpost/judge'
import { aucOf } from './auc.ts'
import { type Interval, intervalOf, meanOf, resample } from './bootstrap.ts'
import type { RealPost } from './real-posts.ts'

/** What the words say of a company's reviews, by their stars. */
export type CompanyReviews = { company: string; good: number[]; bad: number[] }

type Measured = { auc: number; interval: Interval }

export type Polarity = {
  reviews: number
  companies: (CompanyReviews & { auc: number })[]
  macro: Measured
  worst: Measured
  pooled: Measured
}

const unnamed = ''
const fewestOfEach = 5
export const polarityFloors = { macro: 0.92, worst: 0.75 }

/**
 * Returns the words' polarity of reviews with four stars and more, and with two and fewer. The rating is not shown to
 * it. Reviews that name no company are one group without a name.
 */
export function readReviews(posts: readonly RealPost[]): CompanyReviews[] {
  const names = new Map(
    posts.flatMap(({ item }) => {
      const key = keyOf(item)
      return key === undefined || item.subjectName === undefined ? [] : [[key, item.subjectName] as const]
    }),
  )
  const reviews = posts.flatMap(({ item }) => {
    const { rating, title, text, subjectName } = item
    if (rating === undefined || (rating > 2 && rating < 4)) return []
    const key = keyOf(item)
    // Some reviews have a company's key only, some its name only.
    const company = subjectName ?? names.get(key ?? unnamed) ?? key ?? unnamed
    return [{ company, isGood: rating >= 4, value: polarityOf(readPost({ title, text })).value }]
  })
  return [...Map.groupBy(reviews, ({ company }) => company)].map(([company, of]) => ({
    company,
    good: of.filter(({ isGood }) => isGood).map(({ value }) => value),
    bad: of.filter(({ isGood }) => !isGood).map(({ value }) => value),
  }))
}

function keyOf({ rivalKey, placeKey, accountKey }: FoundItem): string | undefined {
  return rivalKey ?? placeKey ?? accountKey
}

/** Measures how well the words tell good reviews from bad ones, by company; undefined where no company has enough of each. */
export function measurePolarity(reviews: readonly CompanyReviews[]): Polarity | undefined {
  const companies = reviews
    .filter(
      ({ company, good, bad }) => company !== unnamed && Math.min(good.length, bad.length) >= fewestOfEach,
    )
    .map((one) => ({ ...one, auc: aucOf(one) }))
    .toSorted((a, b) => a.auc - b.auc)
  const [worst] = companies
  if (worst === undefined) return undefined
  const all = {
    good: reviews.flatMap(({ good }) => good),
    bad: reviews.flatMap(({ bad }) => bad),
  }
  const aucOfNew = (one: Pick<CompanyReviews, 'good' | 'bad'>, random: () => number): number =>
    aucOf({ good: resample(one.good, random), bad: resample(one.bad, random) })
  return {
    reviews: all.good.length + all.bad.length,
    companies,
    macro: {
      auc: meanOf(companies.map(({ auc }) => auc)),
      interval: intervalOf((random) =>
        meanOf(resample(companies, random).map((company) => aucOfNew(company, random))),
      ),
    },
    worst: { auc: worst.auc, interval: intervalOf((random) => aucOfNew(worst, random)) },
    pooled: { auc: aucOf(all), interval: intervalOf((random) => aucOfNew(all, random)) },
  }
}
