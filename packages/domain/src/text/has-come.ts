/** Whether there is such a moment and it is not still to come: a sender whose clock is fast may name one. */
export function hasCome(moment: string | undefined, nowMs: number): moment is string {
  return moment !== undefined && Date.parse(moment) <= nowMs
}
