import {
  type FoundItem,
  instantOf,
  nearText,
  type Signal,
  signalSchema,
  simhash,
  titleKey,
} from '@signalpost/domain'
import {
  addToHistory,
  decideSurfacing,
  type JudgedListener,
  type Judgement,
  judge,
  type ListenerHistory,
  type ListenerWeights,
  learnedDemand,
  type Opinion,
  type Surfacing,
} from '@signalpost/judge'
import { chooseCandidates } from './choose-candidates.ts'
import { signalOf } from './signal-of.ts'

/** What a page of posts is judged by, as plain data that can pass between threads. */
export type Plan = {
  orgId: string
  listenerId: string
  listener: JudgedListener
  seed: string
  weights: ListenerWeights
  history: ListenerHistory
  /** The bar that a person chose, if one did. */
  chosenBar: number | undefined
  nowMs: number
}

export type Post = { item: FoundItem; rerankScore?: number | undefined; opinion?: Opinion | undefined }

export type Fingerprint = {
  titleKey: string | null
  simhash: string | null /** Of an earlier post. */
  isTwin: boolean
}

/** What becomes of a post, before anything of it is kept. */
export type Decision =
  | Extract<Judgement, { passed: false }>
  | { passed: true; issue: string }
  | (Omit<Extract<Judgement, { passed: true }>, 'labels' | 'entry'> & {
      surfacing: Surfacing
      signal: Signal
      issue?: undefined
    })

/** Says which post is read next, by its place. Returns false for one that is to be left out. */
type Begin = (at: number) => boolean
const nowhere = -1

/** With more posts of one title on a page, the latest are compared. */
const mostCompared = 20

/**
 * All that reads the text of posts, a page at a time. Pure: it runs in a thread, which is ended at a post that takes too
 * long. What is left out has no result.
 */
export const tasks = {
  /** How each post is recognised, and which say the same as an earlier one. */
  fingerprint: ({ posts }: { posts: readonly Post[] }, begin: Begin): (Fingerprint | undefined)[] => {
    const texts = new Map<string, string[]>()
    return eachOf(posts, begin, ({ item: { title, text } }) => {
      const key = titleKey(title) ?? null
      if (key === null) return { titleKey: null, simhash: null, isTwin: false }
      const earlier = texts.get(key)?.slice(-mostCompared) ?? []
      const isTwin = earlier.some((other) => nearText(other, text))
      texts.set(key, [...earlier, text])
      return { titleKey: key, simhash: simhash(text), isTwin }
    })
  },

  /** How each post is judged by what the listener knew before this page. */
  judge: ({ posts, plan }: { posts: readonly Post[]; plan: Plan }, begin: Begin): (Judgement | undefined)[] =>
    eachOf(posts, begin, (post) => judge({ ...plan, ...post })),

  /** Which of the posts without a keyword a rerank model is asked about: the first is 1, others have none. */
  choose: (
    { posts, plan, limit }: { posts: readonly Post[]; plan: Plan; limit: number },
    begin: Begin,
  ): (number | undefined)[] => {
    const without: FoundItem[] = []
    eachOf(posts, begin, (post) => {
      const judgement = judge({ ...plan, ...post })
      if (!judgement.passed && judgement.lacksKeyword) without.push(post.item)
    })
    // Each of these texts was read within its time.
    begin(nowhere)
    const chosen = chooseCandidates(without, plan.listener, limit)
    return posts.map(({ item }) => {
      const place = chosen.indexOf(item)
      return place === -1 ? undefined : place + 1
    })
  },

  /** Judges each post by what came before it, and decides whether it is shown. */
  decide: (
    { posts, plan }: { posts: readonly Post[]; plan: Plan },
    begin: Begin,
  ): { decisions: (Decision | undefined)[]; history: ListenerHistory } => {
    let { history } = plan
    const decisions = eachOf(posts, begin, (post): Decision => {
      const judgement = judge({ ...plan, ...post, history })
      if (!judgement.passed) return judgement
      const { members, components, entry } = judgement
      const surfacing = decideSurfacing({
        ...{ score: members.relevanceScore, sensitivity: plan.listener.sensitivity, seed: plan.seed },
        chosenBar: plan.chosenBar,
        demand: learnedDemand(plan.weights, members.matchedKeywords),
        ...{ dedupeKey: post.item.key, day: instantOf(plan.nowMs).slice(0, 10), history },
      })
      const signal = signalOf(plan, post.item, { ...members, policy: surfacing.policy })
      const valid = signalSchema.safeParse(signal)
      if (!valid.success) {
        const [issue] = valid.error.issues
        return { passed: true, issue: `${issue?.path.join('.')}: ${issue?.message}` }
      }
      history = addToHistory(history, [entry], surfacing.day)
      return { passed: true, members, components, surfacing, signal }
    })
    return { decisions, history }
  },
}

export type Tasks = typeof tasks

function eachOf<Result>(
  posts: readonly Post[],
  begin: Begin,
  read: (post: Post) => Result,
): (Result | undefined)[] {
  return posts.map((post, at) => (begin(at) ? read(post) : undefined))
}
