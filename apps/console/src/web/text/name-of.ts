/** A name by an id: what is called gone where there is none any more, and nothing yet while the names are read. */
export function nameOf(names: ReadonlyMap<string, string>, id: string, gone: string): string {
  return names.get(id) ?? (names.size === 0 ? '…' : gone)
}
