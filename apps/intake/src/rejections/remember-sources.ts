type Held<Sources> = { version: string; sources: Promise<Sources> }

/** Each workspace's sources are held with all their secrets. */
const heldWorkspaces = 50

/** Returns a function that loads a workspace's sources once, until a source or a secret of any workspace changes. */
export function rememberSources<Sources>({
  load,
  readVersion,
}: {
  load: (orgId: string) => Promise<Sources>
  readVersion: () => Promise<string>
}): (orgId: string) => Promise<Sources> {
  const held = new Map<string, Held<Sources>>()
  return async (orgId) => {
    const version = await readVersion()
    const known = held.get(orgId)
    if (known !== undefined && known.version === version) return known.sources
    const loading = { version, sources: load(orgId) }
    held.delete(orgId)
    const [oldest] = held.keys()
    if (held.size >= heldWorkspaces && oldest !== undefined) held.delete(oldest)
    held.set(orgId, loading)
    try {
      return await loading.sources
    } catch (error) {
      if (held.get(orgId) === loading) held.delete(orgId) // the next refusal asks again
      throw error
    }
  }
}
