type Named = { personId: string; name: string | null; email: string | null }

export function nameOf({ name, email, personId }: Named): string {
  return name ?? email ?? personId
}

/** The ways in of a person in words: an identity provider by its host. */
export function waysInOf(ways: readonly string[]): string {
  return ways
    .map((way) => {
      if (way === 'link') return 'link'
      return way === 'mail' ? 'mail' : (URL.parse(way)?.host ?? way)
    })
    .join(', ')
}

export const roleChoices = [
  { value: 'viewer', title: 'Viewer: reads' },
  { value: 'member', title: 'Member: also works with signals and replays' },
  { value: 'admin', title: 'Admin: everything in the workspace' },
]

export type Role = 'viewer' | 'member' | 'admin'

/** The role that a choice means. */
export function roleOf(text: string): Role {
  return text === 'admin' || text === 'member' ? text : 'viewer'
}
