import { setTimeout as sleep } from 'node:timers/promises'

const pollMs = 25

/** Polls until the condition holds; throws an error with `what` if it does not within `limitMs`. */
export async function waitUntil(
  what: string,
  condition: () => boolean | Promise<boolean>,
  { limitMs = 60_000, intervalMs = pollMs }: { limitMs?: number; intervalMs?: number } = {},
): Promise<void> {
  const endsAtMs = performance.now() + limitMs
  while (!(await condition())) {
    if (performance.now() > endsAtMs) throw new Error(`${what}: not within ${limitMs} ms`)
    await sleep(intervalMs)
  }
}
