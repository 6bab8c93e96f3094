import { places } from './places.ts'

type Target = { title: string; path: string; hint?: string }

/** Which page shows a record, by the prefix of its id. */
const pagesByPrefix: Record<string, string> = { dlv_: 'deliveries', src_: 'sources' }

/** What a text may mean: an id leads to its record, other text to the pages whose name has it. */
export function findTargets(orgId: string, text: string): Target[] {
  const wanted = text.trim().toLowerCase()
  const base = `/w/${orgId}`
  const byId = Object.entries(pagesByPrefix).flatMap(([prefix, page]) =>
    wanted.startsWith(prefix) && wanted.length > prefix.length
      ? [{ title: `Open ${wanted}`, path: `${base}/${page}/${encodeURIComponent(wanted)}` }]
      : [],
  )
  const byName = places
    .filter(({ title }) => title.toLowerCase().includes(wanted))
    .map(({ title, path, key }) => ({ title, path: `${base}/${path}`, hint: `g ${key}` }))
  return [...byId, ...byName]
}
