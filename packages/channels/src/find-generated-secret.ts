import type { Channel } from './channel.ts'

/** Returns the secret that a kind generates if none is given. It is the only secret that is shown, once. */
export function findGeneratedSecret({
  options,
}: Channel): { member: string; generate: () => string } | undefined {
  for (const [member, option] of Object.entries(options)) {
    if ('secret' in option && option.generate) return { member, generate: option.generate }
  }
  return undefined
}
