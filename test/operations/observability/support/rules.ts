import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../../../..')
export const rulesPath = 'infra/observability/rules/signalpost.yml'
export const rulesText = readFileSync(join(root, rulesPath), 'utf8')

export type AlertRule = { name: string; severity: string; runbook: string }

/** The alerts of the rules file, in its order. */
export const alertRules: readonly AlertRule[] = rulesText
  .split(/^ +- (?=alert: )/m)
  .slice(1)
  .map((text) => ({
    name: find(text, /^alert: (\w+)$/m),
    severity: find(text, /severity: (\w+)/),
    runbook: find(text, /runbook_url: (\S+)/),
  }))

/** The names of the product's and of Node's metrics in a text. */
export function metricNamesIn(text: string): string[] {
  return [...new Set(text.match(/\b(?:signalpost|nodejs|process)_[a-z0-9_]+\b/g))].sort()
}

/** The name without the ending that a histogram's series have. */
export function familyOf(name: string): string {
  return name.replace(/_(?:bucket|sum|count)$/, '')
}

/** Such as `signalpost-intake-down`. */
export function toKebabCase(name: string): string {
  return name.replaceAll(/(?<!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase()
}

function find(text: string, pattern: RegExp): string {
  const found = pattern.exec(text)?.[1]
  if (found === undefined) throw new Error(`A rule lacks ${pattern}: ${text.slice(0, 60)}`)
  return found
}
