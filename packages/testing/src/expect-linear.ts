const shortestMs = 5
const mostTimes = 3
/** Odd, so that one verdict has the majority. */
const pairs = 7

type Doubling<Input> = {
  /** Makes an input of size `n`. */
  input: (n: number) => Input
  /** The code under test. */
  run: (input: Input) => unknown
  /** The first size to try. */
  from?: number
  /** The greatest n, for code that is too fast or stops at a limit of its own. */
  upTo?: number
}

type Pair = { onceMs: number; twiceMs: number }

/**
 * Throws if an input of 2n takes more than 3 times the processor time of one of n, twice in a row: where an input outgrows
 * a cache of the processor, one doubling of linear code takes as long. Doubles n until a run takes 5 ms, then
 * runs n and 2n in turns and takes the median of the ratios: a run that the machine, the compiler or the garbage collector
 * disturbs spoils one pair, and a slower processor slows both runs of a pair. Counts the time of this thread only. If
 * the compiler makes the code faster than 5 ms meanwhile, a greater n follows. Code that takes less than 5 ms at twice
 * the greatest n passes. At the greatest n the doubling before counts however quick it is.
 */
export async function expectLinear<Input>({
  input,
  run,
  from = 64,
  upTo = 262_144,
}: Doubling<Input>): Promise<void> {
  let before: number | undefined
  for (let n = from; ; n *= 2) {
    const once = input(n)
    const isGreatest = n >= upTo
    if (!isGreatest && (await isQuick(run, once))) continue
    const measured = await measurePairs(run, once, input(2 * n))
    const onceMs = median(measured.map((pair) => pair.onceMs))
    const twiceMs = median(measured.map((pair) => pair.twiceMs))
    if (!isGreatest && onceMs < shortestMs) continue
    const times = median(measured.map(timesOf))
    if (times <= mostTimes || twiceMs < shortestMs) return
    if (isGreatest && n > 1) {
      before ??= median((await measurePairs(run, input(Math.floor(n / 2)), once)).map(timesOf))
    }
    if (before !== undefined && before > mostTimes) {
      throw new Error(
        `2n takes ${times.toFixed(1)} times as long as n, expected at most ${mostTimes} ` +
          `(n = ${n}: ${onceMs.toFixed(1)} ms, 2n: ${twiceMs.toFixed(1)} ms of processor time), ` +
          `and n ${before.toFixed(1)} times as long as half of it.`,
      )
    }
    if (isGreatest) return
    before = times
  }
}

/** Says whether one of three runs takes less than 5 ms; the first ones also compile the code. */
async function isQuick<Input>(run: (input: Input) => unknown, input: Input): Promise<boolean> {
  for (let tries = 0; tries < 3; tries += 1) {
    if ((await timeMs(run, input)) < shortestMs) return true
  }
  return false
}

/** Runs both inputs in turns, until the rest of the pairs cannot change the median's verdict. */
async function measurePairs<Input>(
  run: (input: Input) => unknown,
  once: Input,
  twice: Input,
): Promise<Pair[]> {
  await timeMs(run, twice)
  const measured: Pair[] = []
  let linear = 0
  while (linear <= pairs / 2 && measured.length - linear <= pairs / 2) {
    const pair = { onceMs: await timeMs(run, once), twiceMs: await timeMs(run, twice) }
    measured.push(pair)
    if (timesOf(pair) <= mostTimes) linear += 1
  }
  return measured
}

const timesOf = ({ onceMs, twiceMs }: Pair): number => twiceMs / onceMs

function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('expected at least one value')
  return middle
}

/** Returns the processor time of one run. */
async function timeMs<Input>(run: (input: Input) => unknown, input: Input): Promise<number> {
  const startedMs = threadMs()
  await run(input)
  return threadMs() - startedMs
}

const sleeper = new Int32Array(new SharedArrayBuffer(4))

/** Returns the thread's processor time. The kernel updates it each 4 ms, or when the thread falls asleep: so it does. */
function threadMs(): number {
  Atomics.wait(sleeper, 0, 0, 0.05)
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
