import { type Find, findKnownKeys, findTitled } from '@signalpost/database/searching'
import { areNearHashes, type FoundItem, instantOf, type Signal } from '@signalpost/domain'
import {
  barOf,
  type FindFeatures,
  type JudgedMembers,
  learnedDemand,
  learnedIn,
  type Opinion,
} from '@signalpost/judge'
import { hashOf, signalIdOf } from '../judging/signal-of.ts'
import type { Decision, Fingerprint, Plan, Post } from '../judging/tasks.ts'
import { passingScoreOf, type Reranked, rerankPage } from '../reranking/rerank-page.ts'
import { retentionOf } from '../retain/retention-of.ts'
import type { ListenerRun, PageToJudge, RunItem, SkippedPost } from './listener-run.ts'

/** How far below the bar a find may be and still be asked about. */
const nearBar = 10
const questionsAtOnce = 4

export type JudgedPage = { finds: Find[]; items: RunItem[]; skipped: SkippedPost[] }

type Fresh = { item: FoundItem } & Omit<Fingerprint, 'isTwin'>

/**
 * Judges what a listener has not met yet; in a dry run, whatever a first run would meet, once. An item with the title and
 * text of an earlier one is merged into it; the rest is dropped, held out or waits for its delivery. A post that cannot be
 * judged in its time is skipped, and known from then on. `signal` ends questions to a language model.
 */
export async function judgePage(
  run: ListenerRun,
  found: readonly FoundItem[],
  signal: AbortSignal,
): Promise<JudgedPage> {
  const { database, orgId, listenerId, judging } = run
  const { fresh, items } = await sortOut(run, found)
  const page: JudgedPage = { finds: [], items, skipped: [] }
  if (fresh.length === 0) return page
  const nowMs = run.nowMs()
  const printed = await judging.run('fingerprint', { posts: fresh.map((item) => ({ item })) })
  const titleKeys = printed.result.flatMap((one) => one?.titleKey ?? [])
  const titled =
    run.token === undefined || titleKeys.length === 0
      ? []
      : await findTitled(database, { orgId, listenerId, titleKeys })
  const reasons = new Map<FoundItem, string>()
  const note = (posts: readonly FoundItem[], skipped: ReadonlyMap<number, string>): void => {
    for (const [at, reason] of skipped) {
      const item = posts[at]
      if (item !== undefined) reasons.set(item, reason)
    }
  }
  note(fresh, printed.skipped)
  const prints = new Map(fresh.map((item, at) => [item, printed.result[at]]))
  const isTwin = (item: FoundItem): boolean => {
    const { titleKey, simhash, isTwin = false } = prints.get(item) ?? {}
    return isTwin || titled.some((other) => other.titleKey === titleKey && isNear(simhash, other.simhash))
  }
  const twins = new Set(fresh.filter(isTwin))
  const toJudge = () => fresh.filter((item) => !twins.has(item) && !reasons.has(item))
  const plan = planOf(run, nowMs)
  const reranked = await rerankPage(run, { posts: toJudge(), plan, note }, signal)
  const posts = (opinions?: ReadonlyMap<FoundItem, Opinion>): Post[] =>
    toJudge().map((item) => ({
      item,
      rerankScore: passingScoreOf(reranked, item),
      opinion: opinions?.get(item),
    }))
  const opinions = await askOpinions(run, { posts: posts(), plan, note }, signal)
  const last = posts(opinions)
  const { result, skipped } = await judging.run('decide', { posts: last, plan })
  note(
    last.map(({ item }) => item),
    skipped,
  )
  run.history = result.history
  const decisions = new Map(last.map(({ item }, at) => [item, result.decisions[at]]))
  for (const item of fresh) {
    const { titleKey = null, simhash = null } = prints.get(item) ?? {}
    const one = { item, titleKey, simhash }
    const decision = decisions.get(item)
    const reason = reasons.get(item)
    if (reason !== undefined) page.skipped.push({ key: item.key, reason })
    const judged = twins.has(item)
      ? settled(run, one, { state: 'merged', reason: 'Says the same as an earlier find.' })
      : decision === undefined
        ? skippedFind(run, one, reason ?? 'it was not judged')
        : settle(run, one, { reranked, decision })
    page.finds.push(judged.find)
    page.items.push(judged.item)
  }
  return page
}

/** Leaves out a whole page that is not to be judged. What was found before stays as it is. */
export async function skipPage(
  run: ListenerRun,
  found: readonly FoundItem[],
  reason: string,
): Promise<JudgedPage> {
  const { fresh, items } = await sortOut(run, found)
  const judged = fresh.map((item) => skippedFind(run, { item, titleKey: null, simhash: null }, reason))
  return {
    finds: judged.map(({ find }) => find),
    items: [...items, ...judged.map(({ item }) => item)],
    skipped: fresh.map(({ key }) => ({ key, reason })),
  }
}

/** Returns what is new to the listener, and how the rest is shown. In a dry run everything is new, once. */
async function sortOut(
  { database, orgId, listenerId, token, met }: ListenerRun,
  found: readonly FoundItem[],
): Promise<{ fresh: FoundItem[]; items: RunItem[] }> {
  const isDry = token === undefined
  const all = [...new Map(found.map((item) => [item.key, item])).values()].filter(
    ({ key }) => !isDry || !met.has(key),
  )
  for (const { key } of all) met.add(key)
  const keys = isDry ? [] : all.map(({ key }) => key)
  const known = keys.length === 0 ? new Set() : await findKnownKeys(database, { orgId, listenerId, keys })
  return {
    fresh: all.filter(({ key }) => !known.has(key)),
    items: all.filter(({ key }) => known.has(key)).map((item) => dropped(item, 'Found before.')),
  }
}

function planOf(run: ListenerRun, nowMs: number): Plan {
  const { orgId, listenerId, listener, seed, weights, history, chosenBar } = run
  return { orgId, listenerId, listener, seed, weights, history, chosenBar, nowMs }
}

/** Asks about what reaches the bar, or could with the points that an opinion adds. */
async function askOpinions(
  run: ListenerRun,
  { posts, plan, note }: PageToJudge<Post>,
  signal: AbortSignal,
): Promise<Map<FoundItem, Opinion>> {
  const { orgId, listener, history, chosenBar, askOpinion, judging, costs } = run
  const opinions = new Map<FoundItem, Opinion>()
  if (askOpinion === undefined) return opinions
  const { sensitivity } = listener
  const leastScore =
    barOf({ sensitivity, history, chosenBar, day: instantOf(plan.nowMs).slice(0, 10) }) - nearBar
  const { result, skipped } = await judging.run('judge', { posts, plan })
  note(
    posts.map(({ item }) => item),
    skipped,
  )
  const left = posts.entries()
  const askInTurn = async (): Promise<void> => {
    for (const [at, { item }] of left) {
      const judgement = result[at]
      if (signal.aborted || judgement?.passed !== true) continue
      if (judgement.members.relevanceScore < leastScore) continue
      const onCall = () => costs.countModelCall('opinion')
      const opinion = await askOpinion({ orgId, item, listener, judgement, signal, onCall })
      if (opinion !== undefined) opinions.set(item, opinion)
    }
  }
  await Promise.all(Array.from({ length: questionsAtOnce }, askInTurn))
  return opinions
}

type Judged = { find: Find; item: RunItem }

function settle(
  run: ListenerRun,
  fresh: Fresh,
  { reranked, decision }: { reranked: Reranked; decision: Decision },
): Judged {
  if (!decision.passed) {
    const score = reranked.scores.get(fresh.item) ?? null
    const low = `Its rerank score of ${score} is below the bar of ${reranked.bar}.`
    const reason = score === null ? decision.reason : `${decision.reason} ${low}`
    return settled(run, fresh, { state: 'dropped', reason, rerankScore: score })
  }
  if (decision.issue !== undefined) {
    return settled(run, fresh, { state: 'dropped', reason: `It is no valid signal: ${decision.issue}` })
  }
  const { members, components, surfacing, signal } = decision
  const { relevanceScore, scoreBreakdown, classification } = members
  const { kept } = surfacing
  const passage = `Without a keyword, it passed by its rerank score of ${members.rerankScore}.`
  const reason = members.rerankScore === undefined ? surfacing.reason : `${passage} ${surfacing.reason}`
  const { propensity: _, ...features } = featuresOf(fresh, members, surfacing.policy)
  const bar = surfacing.policy.barAtDecision - learnedDemand(run.weights, features.keywords)
  const shown = {
    ...{ kept, reason, relevanceScore, scoreBreakdown, components, classification },
    features: { ...features, learned: learnedIn(components), bar, signalId: signal.id },
  }
  return settled(run, fresh, {
    state: kept ? 'waiting' : 'held_out',
    reason,
    scored: { score: relevanceScore, components, features: featuresOf(fresh, members, surfacing.policy) },
    ...(kept && { signal }),
    shown: { ...shown, rerankScore: members.rerankScore ?? null },
  })
}

function skippedFind(run: ListenerRun, fresh: Fresh, reason: string): Judged {
  return settled(run, fresh, { state: 'dropped', reason: `Skipped: ${reason}.` })
}

/** What a refit learns from, once a person gave the signal a verdict. */
function featuresOf(
  { item }: Fresh,
  { scoreBreakdown, matchedKeywords, classification }: JudgedMembers,
  { propensity }: Pick<NonNullable<Signal['policy']>, 'propensity'>,
): FindFeatures {
  return {
    ...{ points: scoreBreakdown, keywords: matchedKeywords, label: classification },
    ...{ platform: item.platform, propensity },
  }
}

type Settlement = {
  state: Find['state']
  reason: string
  scored?: Pick<Find, 'score' | 'components' | 'features'>
  /** Delivered, if it is kept. */
  signal?: Signal
  shown?: Omit<RunItem, 'url' | 'title'>
  rerankScore?: number | null
}

function settled(
  run: ListenerRun,
  { item, titleKey: title, simhash: bits }: Fresh,
  { state, reason, scored, signal, shown, rerankScore = null }: Settlement,
): Judged {
  const find: Find = {
    ...{ dedupeKey: item.key, platform: item.platform, signalId: signalIdOf(run, item.key), titleKey: title },
    ...{ simhash: bits, firstSeenAt: new Date(run.nowMs()), state, reason },
    ...(scored ?? { score: null, components: null, features: null }),
    delivery: signal === undefined ? null : eventOf(signal),
    retention: retentionOf(item.platform),
  }
  return {
    find,
    item: shown === undefined ? dropped(item, reason, rerankScore) : { ...placeOf(item), ...shown },
  }
}

/** The same signal has the same event, so the intake knows a repetition. */
function eventOf(signal: Signal): NonNullable<Find['delivery']> {
  const eventId = `evt_${hashOf(signal.id, 'created')}`
  const event = {
    ...{ id: eventId, type: 'signal.created', occurredAt: signal.firstSeenAt, orgId: signal.orgId },
    data: { signal },
  }
  return { eventId, body: JSON.stringify(event) }
}

function isNear(one: string | null | undefined, other: string | null): boolean {
  return typeof one === 'string' && other !== null && areNearHashes(one, other)
}

function dropped(item: FoundItem, reason: string, rerankScore: number | null = null): RunItem {
  const unscored = {
    relevanceScore: null,
    scoreBreakdown: null,
    components: null,
    classification: null,
    features: null,
  }
  return { ...placeOf(item), ...unscored, kept: false, reason, rerankScore }
}

function placeOf({ url, title }: FoundItem): Pick<RunItem, 'url' | 'title'> {
  return { url, title }
}
