import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Answer, call } from '../../../api/call.ts'
import { format } from '../../../parts/data/sum-bar.tsx'
import { Button } from '../../../parts/form/button.tsx'
import { Refusal } from '../../../parts/form/refusal.tsx'
import type { WordAct } from '../draft/without-word.ts'
import { FoundItem } from '../found-item.tsx'
import type { Report } from '../listener-type.ts'
import { TaughtWords } from './taught-words.tsx'

const operation = 'POST /console/api/w/{orgId}/listeners/{id}/try/rank'
const mostRanked = 200
type Verdict = 'good' | 'bad'
/** By the addresses of posts. */
export type Verdicts = Readonly<Record<string, Verdict>>
type Ranking = Answer<typeof operation>
type Item = Report['items'][number]

type Props = {
  orgId: string
  id: string
  items: readonly Item[]
  verdicts: Verdicts
  onJudge: (verdicts: Verdicts) => void
  /** The keywords of the plan. */
  keywords: readonly string[]
  onWord: (act: WordAct, keyword: string) => void
}

/** What was found, the likeliest to be good first. Verdicts rank it again at once, and stay on this page. */
export function RatedFinds({ orgId, id, items, verdicts, onJudge, keywords, onWord }: Props): ReactNode {
  const scored = items.filter((item) => item.features !== null).slice(0, mostRanked)
  const judged = scored.filter(({ url }) => verdicts[url] !== undefined)
  const ranking = useRanking(orgId, id, { scored, verdicts, enabled: judged.length > 0 })
  const ranks = judged.length === 0 ? undefined : ranking.data
  if (scored.length === 0) return items.map((item) => <FoundItem key={item.url} item={item} />)
  const judge = (url: string, verdict: Verdict): void => {
    const { [url]: before, ...others } = verdicts
    onJudge(before === verdict ? others : { ...others, [url]: verdict })
  }
  return (
    <div className="stack">
      <p role="status" className="quiet">
        {ranks === undefined
          ? 'Say what is good and what is bad: the list follows at once, and says which words lead there.'
          : summaryOf(ranks, judged.length)}
      </p>
      <Refusal error={ranking.error} what="The list was not ranked." />
      {ranks !== undefined && <TaughtWords taught={ranks.keywords} keywords={keywords} onWord={onWord} />}
      {inOrder(scored, ranks).map(({ item, now }) => (
        <FoundItem key={item.url} item={item} now={now}>
          <fieldset className="links">
            <legend className="visually-hidden">Your verdict</legend>
            {(['good', 'bad'] as const).map((verdict) => (
              <Button
                key={verdict}
                look={verdicts[item.url] === verdict ? 'primary' : undefined}
                aria-pressed={verdicts[item.url] === verdict}
                onClick={() => judge(item.url, verdict)}
              >
                {verdict === 'good' ? 'Good' : 'Bad'}
              </Button>
            ))}
          </fieldset>
        </FoundItem>
      ))}
      {items
        .filter((item) => !scored.includes(item))
        .map((item) => (
          <FoundItem key={item.url} item={item} />
        ))}
    </div>
  )
}

type Rated = { scored: readonly Item[]; verdicts: Verdicts; enabled: boolean }

/** Names each post by its place: an address may occur twice. */
function useRanking(orgId: string, id: string, { scored, verdicts, enabled }: Rated) {
  const body = {
    items: scored.flatMap(({ url, features }, index) => {
      const { [url]: verdict } = verdicts
      return features === null ? [] : [{ id: `${index}`, features, ...(verdict && { verdict }) }]
    }),
  }
  return useQuery({
    queryKey: [operation, id, body],
    queryFn: ({ signal }) => call(operation, { params: { orgId, id }, body }, { signal }),
    enabled,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

type Ranked = { item: Item; now: Ranking['items'][number] | undefined }

/** An answer about other posts is none. */
function inOrder(scored: readonly Item[], ranks: Ranking | undefined): Ranked[] {
  if (ranks === undefined || ranks.items.length !== scored.length) {
    return scored.map((item) => ({ item, now: undefined }))
  }
  return ranks.items.flatMap((now) => {
    const item = scored[Number(now.id)]
    return item === undefined ? [] : [{ item, now }]
  })
}

function summaryOf({ items, isLearned }: Ranking, judged: number): string {
  const kept = items.filter(({ scoreNow, barNow }) => scoreNow >= barNow).length
  const counts = `By ${format(judged)} ${judged === 1 ? 'verdict' : 'verdicts'}, ${format(kept)} of ${format(items.length)} would be kept.`
  return isLearned
    ? counts
    : `${counts} A run learns from ten on, three of each kind; this shows where they lead.`
}
