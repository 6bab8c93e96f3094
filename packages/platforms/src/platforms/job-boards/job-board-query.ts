import { anyOf } from '../../query-parts.ts'
import type { Topics } from '../../topics.ts'

/** Makes a web search within the hosts of a job board that has no search over all companies. */
export function jobBoardQuery(hosts: readonly string[], { roles, subjects }: Topics): string {
  const sites = hosts.map((host) => `site:${host}`)
  const within = sites.length > 1 ? `(${sites.join(' OR ')})` : sites.join('')
  return `${within} ${anyOf(subjects.slice(0, 3))} ${anyOf(roles.slice(0, 3))} -intern`
}
