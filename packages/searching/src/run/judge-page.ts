import { createHash } from 'node:crypto'
import { type Find, findKnownKeys, findTitled } from '@signalpost/database/searching'
import {
  areNearHashes,
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
  barOf,
  decideSurfacing,
  type FindFeatures,
  type JudgedMembers,
  judge,
  type Opinion,
} from '@signalpost/judge'
import { passingScoreOf, type Reranked, rerankPage } from '../reranking/rerank-page.ts'
import { retentionOf } from '../retain/retention-of.ts'
import type { ListenerRun, RunItem } from './listener-run.ts'

/** How far below the bar a find may be and still be asked about. */
const nearBar = 10
const questionsAtOnce = 4

export type JudgedPage = { finds: Find[]; items: RunItem[] }

type Fresh = { item: FoundItem; titleKey: string | null; simhash: string | null }

/**
 * Judges what a listener has not met yet; in a dry run, whatever a first run would meet, once. An item with the title and text
 * of an earlier one is merged into it; the rest is dropped, held out or waits for its delivery. `signal` ends questions to
 * a language model.
 */
export async function judgePage(
  run: ListenerRun,
  found: readonly FoundItem[],
  signal: AbortSignal,
): Promise<JudgedPage> {
  const { database, orgId, listenerId } = run
  const isDry = run.token === undefined
  const items = [...new Map(found.map((item) => [item.key, item])).values()].filter(
    ({ key }) => !isDry || !run.met.has(key),
  )
  for (const { key } of items) run.met.add(key)
  const keys = isDry ? [] : items.map(({ key }) => key)
  const known = keys.length === 0 ? new Set() : await findKnownKeys(database, { orgId, listenerId, keys })
  const fresh = items.filter(({ key }) => !known.has(key)).map(withTitle)
  const titleKeys = isDry ? [] : fresh.flatMap((one) => one.titleKey ?? [])
  const titled = titleKeys.length === 0 ? [] : await findTitled(database, { orgId, listenerId, titleKeys })
  const page: JudgedPage = {
    finds: [],
    items: items.filter(({ key }) => known.has(key)).map((item) => dropped(item, 'Found before.')),
  }
  const twins = new Set<Fresh>()
  const seen: Fresh[] = []
  for (const one of fresh) {
    const hasTwin =
      titled.some((other) => other.titleKey === one.titleKey && isNear(one.simhash, other.simhash)) ||
      seen.some((other) => other.titleKey === one.titleKey && nearText(other.item.text, one.item.text))
    if (one.titleKey !== null && hasTwin) twins.add(one)
    seen.push(one)
  }
  const others = fresh.filter((one) => !twins.has(one))
  const reranked = await rerankPage(
    run,
    others.map(({ item }) => item),
    signal,
  )
  const opinions = await askOpinions(run, others, { reranked, signal })
  for (const one of fresh) {
    const judged = twins.has(one)
      ? settled(run, one, { state: 'merged', reason: 'Says the same as an earlier find.' })
      : judgeItem(run, one, { reranked, opinion: opinions.get(one) })
    page.finds.push(judged.find)
    page.items.push(judged.item)
  }
  return page
}

/** Asks about what reaches the bar, or could with the points that an opinion adds. */
async function askOpinions(
  run: ListenerRun,
  fresh: readonly Fresh[],
  { reranked, signal }: { reranked: Reranked; signal: AbortSignal },
): Promise<Map<Fresh, Opinion>> {
  const { orgId, listener, history, weights, askOpinion } = run
  const opinions = new Map<Fresh, Opinion>()
  if (askOpinion === undefined) return opinions
  const nowMs = run.nowMs()
  const { sensitivity } = listener
  const leastScore = barOf({ sensitivity, history, day: instantOf(nowMs).slice(0, 10) }) - nearBar
  const left = fresh.values()
  const askInTurn = async (): Promise<void> => {
    for (const one of left) {
      const { item } = one
      const rerankScore = passingScoreOf(reranked, item)
      const judgement = judge({ item, listener, nowMs, history, weights, rerankScore })
      if (signal.aborted || !judgement.passed || judgement.members.relevanceScore < leastScore) continue
      const opinion = await askOpinion({ orgId, item, listener, judgement, signal })
      if (opinion !== undefined) opinions.set(one, opinion)
    }
  }
  await Promise.all(Array.from({ length: questionsAtOnce }, askInTurn))
  return opinions
}

type Judged = { find: Find; item: RunItem }

function judgeItem(
  run: ListenerRun,
  fresh: Fresh,
  { reranked, opinion }: { reranked: Reranked; opinion: Opinion | undefined },
): Judged {
  const { listener, weights, seed } = run
  const { item } = fresh
  const nowMs = run.nowMs()
  const rerankScore = passingScoreOf(reranked, item)
  const judgement = judge({ item, listener, nowMs, history: run.history, weights, opinion, rerankScore })
  if (!judgement.passed) {
    const score = reranked.scores.get(item) ?? null
    const low = `Its rerank score of ${score} is below the bar of ${reranked.bar}.`
    const reason = score === null ? judgement.reason : `${judgement.reason} ${low}`
    return settled(run, fresh, { state: 'dropped', reason, rerankScore: score })
  }
  const { members, components, entry } = judgement
  const surfacing = decideSurfacing({
    ...{ score: members.relevanceScore, sensitivity: listener.sensitivity, seed, dedupeKey: item.key },
    ...{ day: instantOf(nowMs).slice(0, 10), history: run.history },
  })
  const signal = signalOf(run, fresh, { ...members, policy: surfacing.policy }, nowMs)
  const valid = signalSchema.safeParse(signal)
  if (!valid.success) {
    const [issue] = valid.error.issues
    const reason = `It is no valid signal: ${issue?.path.join('.')}: ${issue?.message}`
    return settled(run, fresh, { state: 'dropped', reason })
  }
  run.history = addToHistory(run.history, [entry], surfacing.day)
  const { relevanceScore, scoreBreakdown, classification } = members
  const { kept } = surfacing
  const passage = `Without a keyword, it passed by its rerank score of ${members.rerankScore}.`
  const reason = members.rerankScore === undefined ? surfacing.reason : `${passage} ${surfacing.reason}`
  const shown = { kept, reason, relevanceScore, scoreBreakdown, components, classification }
  return settled(run, fresh, {
    state: kept ? 'waiting' : 'held_out',
    reason,
    scored: { score: relevanceScore, components, features: featuresOf(fresh, members, surfacing.policy) },
    ...(kept && { signal }),
    shown: { ...shown, rerankScore: members.rerankScore ?? null },
  })
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

function signalOf(
  run: ListenerRun,
  { item, titleKey: title }: Fresh,
  members: Pick<Signal, 'relevanceScore' | 'classification' | 'rationale' | 'matchedKeywords'> &
    Partial<Signal>,
  nowMs: number,
): Signal {
  const now = instantOf(nowMs)
  const { platform, key, text, isQuestion: _question, language: _language, place: _place, ...rest } = item
  return {
    ...rest,
    ...members,
    id: signalIdOf(run, key),
    orgId: run.orgId,
    listenerId: run.listenerId,
    source: platform,
    excerpt: text,
    postedAt: item.publishedAt ?? now,
    dedupeKey: key,
    ...(title !== null && { titleKey: title }),
    queryAttribution: 'exact',
    firstSeenAt: now,
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

function signalIdOf({ orgId, listenerId }: ListenerRun, dedupeKey: string): string {
  return `sig_${hashOf(orgId, listenerId, dedupeKey)}`
}

function hashOf(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
}

function withTitle(item: FoundItem): Fresh {
  const title = titleKey(item.title) ?? null
  return { item, titleKey: title, simhash: title === null ? null : simhash(item.text) }
}

function isNear(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && areNearHashes(one, other)
}

function dropped(item: FoundItem, reason: string, rerankScore: number | null = null): RunItem {
  const unscored = { relevanceScore: null, scoreBreakdown: null, components: null, classification: null }
  return { ...placeOf(item), ...unscored, kept: false, reason, rerankScore }
}

function placeOf({ url, title }: FoundItem): Pick<RunItem, 'url' | 'title'> {
  return { url, title }
}
