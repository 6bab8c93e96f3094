/** Says why a server gave no answer. The errors of `fetch` keep the reason in their cause. */
export function describeUnreachable(name: string, url: string, error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined
  return `${name} gives no answer at ${url}${code === undefined ? '' : ` (${code})`}`
}
