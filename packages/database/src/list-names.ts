const namesShown = 3

/** Lists the first few names; a database may have any number of unknown rows. */
export function listNames(names: readonly string[]): string {
  const shown = names.slice(0, namesShown).join(', ')
  return names.length > namesShown ? `${shown} and ${names.length - namesShown} more` : shown
}
