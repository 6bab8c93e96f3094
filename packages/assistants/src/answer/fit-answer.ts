/** Clients refuse long answers, and a model reads them all. */
export const mostOfAnswer = 40_000

/** How much of its usual size a tool shows, between 0 and 1. */
export type Share = number

/** Leaves out what is null or empty, but for a cursor and the items of a list. */
export function withoutEmpty(value: unknown, name = ''): unknown {
  if (value === null || value === undefined) return name === 'nextCursor' ? null : undefined
  if (Array.isArray(value)) {
    const items = value.map((item) => withoutEmpty(item)).filter((item) => item !== undefined)
    return items.length === 0 && name !== 'items' && name !== 'groups' ? undefined : items
  }
  if (typeof value === 'object') {
    const members = Object.entries(value).flatMap(([member, inside]) => {
      const kept = withoutEmpty(inside, member)
      return kept === undefined ? [] : [[member, kept] as const]
    })
    return members.length === 0 && name !== '' ? undefined : Object.fromEntries(members)
  }
  return value === '' ? undefined : value
}

/** Asks for an answer, and for a smaller one while it is too long. Returns it with its JSON. */
export async function fitAnswer(
  ask: (share: Share) => Promise<object>,
): Promise<{ answer: Record<string, unknown>; text: string }> {
  let share = 1
  for (;;) {
    // The cast: what is left of an object is an object.
    const answer = withoutEmpty(await ask(share)) as Record<string, unknown>
    const text = JSON.stringify(answer)
    if (text.length <= mostOfAnswer) return { answer, text }
    if (share < 0.01) throw new Error('An answer is too long even at its smallest.')
    share *= Math.min(0.8, (0.9 * mostOfAnswer) / text.length)
  }
}
