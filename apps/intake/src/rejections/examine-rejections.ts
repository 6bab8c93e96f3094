import { setTimeout as sleep } from 'node:timers/promises'
import type { LoadedSource } from '@signalpost/database/access'
import { hourMs } from '@signalpost/domain'
import { type Diagnosis, diagnose, findScheme, type RawHeaders, schemes } from '@signalpost/signatures'

const keptOfSource = 16
const keptSources = 1_000

type Moment = { sourceId: string; atMs: number }

/** The ages of a source's stale timestamps in the last hour, the newest 16 of up to 1,000 sources. */
function createSkewMemory() {
  const skews = new Map<string, { atMs: number; skewSeconds: number }[]>()
  const recentOf = ({ sourceId, atMs }: Moment) =>
    (skews.get(sourceId) ?? []).filter((one) => atMs - one.atMs < hourMs)
  return {
    add: (moment: Moment, skewSeconds: number): void => {
      const kept = [...recentOf(moment), { atMs: moment.atMs, skewSeconds }].slice(-keptOfSource)
      skews.delete(moment.sourceId)
      skews.set(moment.sourceId, kept)
      const [oldest] = skews.keys()
      if (skews.size > keptSources && oldest !== undefined) skews.delete(oldest)
    },
    recent: (moment: Moment): number[] => recentOf(moment).map(({ skewSeconds }) => skewSeconds),
  }
}

type Refused = {
  sourceId: string
  orgId: string
  rawHeaders: RawHeaders
  body: Buffer
  atMs: number
}

export type RejectionExaminer = {
  /**
   * Explains a refusal after the current turn of the event loop, so that its answer is sent first. Calls `onExplained`
   * once, at once with `not_examined` where the budget is spent. Keeps the request until then, and nothing of it after.
   */
  examine: (refused: Refused, onExplained: (diagnosis: Diagnosis) => void) => void
  /** Ends the examination that runs, and gives the waiting ones up as `not_examined`. */
  stop: () => Promise<void>
}

/** As many requests are held at most; each may be as large as a body may be. */
const waitingAtMost = 5
/** Examines for so long, then rests: a request that comes meanwhile waits for one slice at most. */
const sliceAtMostMs = 0.25
const restMs = 1
/** An examination that works for longer gives up; its rests do not count. */
const patienceMs = 2_000

/** Examines one refusal at a time, at most 5 a second and 1 a second of a source. */
export function createRejectionExaminer({
  loadSources,
  onError,
}: {
  /** All sources of a workspace with all their secrets. */
  loadSources: (orgId: string) => Promise<LoadedSource[]>
  onError: (error: unknown) => void
}): RejectionExaminer {
  const budget = createExaminationBudget({ perSecond: 5, perSecondOfSource: 1 })
  const skews = createSkewMemory()
  let waiting = 0
  let last = Promise.resolve()

  let isStopped = false

  const explain = async (refused: Refused): Promise<Diagnosis> => {
    if (isStopped) return { finding: 'not_examined' }
    await sleep(restMs)
    const sources = await loadSources(refused.orgId)
    const source = sources.find(({ sourceId }) => sourceId === refused.sourceId)
    if (source === undefined) return { finding: 'not_examined' }
    const input = inputOf(refused, { source, sources, recentSkewsSeconds: skews.recent(refused) })
    const diagnosis = await runInSlices(diagnose(input), { isStopped: () => isStopped })
    if (diagnosis.skewSeconds !== undefined) skews.add(refused, diagnosis.skewSeconds)
    return diagnosis
  }

  return {
    examine: (refused, onExplained) => {
      if (waiting >= waitingAtMost || !budget.take(refused)) {
        onExplained({ finding: 'not_examined' })
        return
      }
      waiting += 1
      last = last
        .then(() => explain(refused))
        .catch((error: unknown): Diagnosis => {
          onError(error)
          return { finding: 'not_examined' }
        })
        .then((diagnosis) => {
          waiting -= 1
          onExplained(diagnosis)
        })
    },
    stop: () => {
      isStopped = true
      return last
    },
  }
}

async function runInSlices(
  explanation: Generator<undefined, Diagnosis>,
  { isStopped }: { isStopped: () => boolean },
): Promise<Diagnosis> {
  let workedMs = 0
  while (workedMs < patienceMs && !isStopped()) {
    const startedAtMs = performance.now()
    let sliceMs = 0
    while (sliceMs < sliceAtMostMs) {
      const step = explanation.next()
      if (step.done === true) return step.value
      sliceMs = performance.now() - startedAtMs
    }
    workedMs += sliceMs
    await sleep(restMs)
  }
  return { finding: 'not_examined' }
}

type Context = { source: LoadedSource; sources: LoadedSource[]; recentSkewsSeconds: number[] }

function inputOf(
  { rawHeaders, body, atMs }: Refused,
  { source, sources, recentSkewsSeconds }: Context,
): Parameters<typeof diagnose>[0] {
  return {
    ...partsOf(source),
    settings: source.settings,
    otherSources: sources
      .filter((other) => other !== source)
      .map((other) => ({ sourceId: other.sourceId, ...partsOf(other) })),
    knownSchemes: schemes,
    request: { rawHeaders, body, nowMs: atMs },
    recentSkewsSeconds,
  }
}

function partsOf({ scheme: name, secrets }: LoadedSource) {
  const scheme = findScheme(name)
  if (scheme === undefined) throw new Error(`The source has the unknown scheme ${name}.`)
  return {
    scheme,
    secrets: secrets.map(({ secretId, text, validUntil }) => ({
      id: secretId,
      text,
      ...(validUntil !== null && { validUntilMs: validUntil.getTime() }),
    })),
  }
}

/** Says whether one more refusal may be examined; its moments come from the caller. */
type ExaminationBudget = { take: (refusal: { sourceId: string; atMs: number }) => boolean }

/** At most so many within any second, in all and of one source. */
function createExaminationBudget({
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
