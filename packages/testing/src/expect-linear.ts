const shortestMs = 5
/** A thread's clock ticks in milliseconds, so a measurement spans many of them. */
const measuredMs = 20
const comparisons = 3
const mostTimes = 3

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

/**
 * Throws if an input of 2n takes more than 3 times the processor time of one of n. Doubles n until a run takes 5 ms,
 * which also warms the code up, and then measures many runs of each. Counts the time of this thread only: the machine's
 * load and concurrent compilation and garbage collection do not matter. Repeats a failed comparison up to twice,
 * because quadratic code fails every time. Code that takes less than 5 ms at twice the greatest n passes.
 */
export async function expectLinear<Input>({
  input,
  run,
  from = 64,
  upTo = 262_144,
}: Doubling<Input>): Promise<void> {
  let n = from
  while (n < upTo && (await timeMs(run, input(n), 3)) / 3 < shortestMs) n *= 2
  const once = input(n)
  const twice = input(2 * n)
  const repeats = Math.ceil(measuredMs / Math.max(await timeMs(run, once, 4), 1)) * 4
  let onceMs = 0
  let twiceMs = 0
  for (let comparison = 0; comparison < comparisons; comparison += 1) {
    onceMs = (await timeMs(run, once, repeats)) / repeats
    twiceMs = (await timeMs(run, twice, repeats)) / repeats
    if (twiceMs <= onceMs * mostTimes || twiceMs < shortestMs) return
  }
  throw new Error(
    `2n takes ${(twiceMs / onceMs).toFixed(1)} times as long as n, expected at most ${mostTimes} ` +
      `(n = ${n}: ${onceMs.toFixed(1)} ms, 2n: ${twiceMs.toFixed(1)} ms of processor time).`,
  )
}

/** Returns the processor time of this many runs in a row. */
async function timeMs<Input>(run: (input: Input) => unknown, input: Input, repeats: number): Promise<number> {
  const started = process.threadCpuUsage()
  for (let index = 0; index < repeats; index += 1) await run(input)
  const { user, system } = process.threadCpuUsage(started)
  return (user + system) / 1_000
}
