/** `+9`, or `−9` with the sign that is as wide. */
export function signed(points: number): string {
  return points > 0 ? `+${points}` : `${points}`.replace('-', '−')
}
