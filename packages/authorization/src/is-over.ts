/** Whether what ends at a moment has ended. What has no readable end has ended: a check that cannot decide refuses. */
export function isOver(endsMs: number, nowMs: number): boolean {
  return !(nowMs < endsMs)
}
