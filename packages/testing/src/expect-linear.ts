const shortestMs = 5
const runs = 5
const rounds = 3
const mostTimes = 3

type Doubling<Input> = {
  /** Makes an input of size `n`. */
  input: (n: number) => Input
  /** The code under test. */
  run: (input: Input) => unknown
  /** The first size to try. */
  from?: number
  /** The greatest n, for code that is too fast or stops at a bound of its own. */
  upTo?: number
}

/**
 * Throws when an input of 2n takes more than 3 times the processor time of one of n. It doubles n until a run takes
 * 5 ms, which also warms the code up, and compares the medians of five runs. Processor time does not depend on the
 * load of the machine. A disturbed comparison (garbage collection, compilation) is repeated up to twice: code that
 * is quadratic fails every time.
 */
export async function expectLinear<Input>({
  input,
  run,
  from = 64,
  upTo = 262_144,
}: Doubling<Input>): Promise<void> {
  let n = from
  while (n < upTo && (await isShort(run, input(n)))) n *= 2
  const once = input(n)
  const twice = input(2 * n)
  let onceMs = 0
  let twiceMs = 0
  for (let round = 0; round < rounds; round += 1) {
    const times: { once: number; twice: number }[] = []
    for (let index = 0; index < runs; index += 1) {
      times.push({ once: await timeMs(run, once), twice: await timeMs(run, twice) })
    }
    onceMs = median(times.map((time) => time.once))
    twiceMs = median(times.map((time) => time.twice))
    if (twiceMs <= Math.max(onceMs, 1) * mostTimes) return
  }
  throw new Error(
    `2n takes ${(twiceMs / onceMs).toFixed(1)} times as long as n, expected at most ${mostTimes} ` +
      `(n = ${n}: ${onceMs.toFixed(1)} ms, 2n: ${twiceMs.toFixed(1)} ms of processor time).`,
  )
}

/** Three runs, because code that is not compiled yet takes longer than its input needs. */
async function isShort<Input>(run: (input: Input) => unknown, input: Input): Promise<boolean> {
  for (let index = 0; index < 3; index += 1) {
    if ((await timeMs(run, input)) < shortestMs) return true
  }
  return false
}

async function timeMs<Input>(run: (input: Input) => unknown, input: Input): Promise<number> {
  const started = process.cpuUsage()
  await run(input)
  const { user, system } = process.cpuUsage(started)
  return (user + system) / 1_000
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
