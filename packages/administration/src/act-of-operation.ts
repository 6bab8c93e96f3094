/** Names a write of the console or the API as its act is named: `key.create` for `createKey`. */
export function actOfOperation(operationId: string): string {
  const [verb = '', ...noun] = operationId.split(/(?=[A-Z])/).map((word) => word.toLowerCase())
  const last =
    noun
      .at(-1)
      ?.replace(/ies$/, 'y')
      .replace(/(?<!s)s$/, '') ?? ''
  return noun.length === 0 ? verb : `${[...noun.slice(0, -1), last].join('_')}.${verb}`
}
