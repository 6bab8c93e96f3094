import { sections } from '../../sections.ts'

export type Target = { name: string; path: string; hint?: string }

/** What a text may mean: an id leads to its record, other text to the pages whose name has it. */
export function findTargets(orgId: string, text: string): Target[] {
  const wanted = text.trim().toLowerCase()
  const base = `/w/${orgId}`
  const byId = sections.flatMap(({ idPrefix, path }) =>
    idPrefix !== undefined && wanted.startsWith(idPrefix) && wanted.length > idPrefix.length
      ? [{ name: `Open ${wanted}`, path: `${base}/${path}/${encodeURIComponent(wanted)}` }]
      : [],
  )
  const byName = sections
    .filter(({ title }) => title.toLowerCase().includes(wanted))
    .map(({ title, path, key }) => ({ name: title, path: `${base}/${path}`, hint: `g ${key}` }))
  return [...byId, ...byName]
}
