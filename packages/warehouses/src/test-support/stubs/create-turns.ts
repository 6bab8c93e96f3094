/** Lets one in at a time, in the order of asking. */
export function createTurns(): { take: () => Promise<() => void> } {
  let last: Promise<void> = Promise.resolve()
  return {
    take: async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const before = last
      last = promise
      await before
      return resolve
    },
  }
}
