/** Returns a moment as documents have it. */
export function textOf(moment: Date | null): string | null {
  return moment === null ? null : moment.toISOString()
}
