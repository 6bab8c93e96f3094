import type { Channel } from './channel.ts'

/** The secret that a kind generates where none is given. Of all secrets it alone is shown, once. */
export function findGeneratedSecret({
  options,
}: Channel): { member: string; generate: () => string } | undefined {
  for (const [member, option] of Object.entries(options)) {
    if ('secret' in option && option.generate) return { member, generate: option.generate }
  }
  return undefined
}
