import Bowser from 'bowser'

/** `Firefox on Linux`, by a `User-Agent`. Undefined for one that names no system, as those of most programs. */
export function deviceName(agent: string): string | undefined {
  const { browser, os } = Bowser.parse(agent)
  if (browser.name === undefined || os.name === undefined) return undefined
  return `${browser.name} on ${os.name}`
}
