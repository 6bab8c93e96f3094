/** How much faster time passes for the rules of a drill. */
const factor = 30
/** Below this, a rate would not have two samples. */
const secondsLeast = 10

/**
 * Shortens the rules for a drill, so that minutes become seconds: divides each `for`, each window and each offset by 30,
 * but leaves them 10 s at least, and the age at which a channel counts as failing. The expressions stay the same.
 */
export function shortenRules(rules: string): string {
  return rules
    .replaceAll(/(?<=for: |\[|offset )(\d+)([smhd])\b/g, (_all, count: string, unit: 's' | 'm' | 'h' | 'd') =>
      shorten(Number(count) * secondsOf[unit]),
    )
    .replace(/(?<=signalpost_channel_failing_seconds\) > )(\d+)/, (age) => String(Number(age) / factor))
}

const secondsOf = { s: 1, m: 60, h: 3_600, d: 86_400 }

function shorten(seconds: number): string {
  return `${Math.max(secondsLeast, Math.round(seconds / factor))}s`
}
