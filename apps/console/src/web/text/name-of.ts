import { isKeyUser, isOwnId } from '@signalpost/domain/text'

/** A name by an id: what is called gone where there is none any more, and nothing yet while the names are read. */
export function nameOf(names: ReadonlyMap<string, string>, id: string, gone: string): string {
  return names.get(id) ?? (names.size === 0 ? '…' : gone)
}

/** Whom a record names by an id: a person or an API key of the workspace, or a user of another system as that calls them. */
export function nameOfUser(names: ReadonlyMap<string, string>, id: string): string {
  if (isKeyUser(id)) return nameOf(names, id, 'An API key')
  return nameOf(names, id, isOwnId(id) ? 'Someone unknown here' : id)
}

/** The names of several, in the order of their ids. */
export function namesOf(names: ReadonlyMap<string, string>, ids: readonly string[], gone: string): string {
  return ids.map((id) => nameOf(names, id, gone)).join(', ')
}

type Person = { personId: string; name: string | null; email: string | null }

/** What people are called, by their ids. Who shares a name has the mail address behind it. */
export function namePeople(people: readonly Person[]): Map<string, string> {
  const alike = Map.groupBy(people, ({ name }) => name?.trim().toLowerCase())
  return new Map(
    people.map(({ personId, name, email }) => {
      const isShared = (alike.get(name?.trim().toLowerCase())?.length ?? 0) > 1
      const title = name ?? email ?? 'someone without a name'
      return [personId, isShared && name !== null && email !== null ? `${name} (${email})` : title]
    }),
  )
}
