/** Other names of the people who lead or do what comes before "manager". */
const ofManagers = ['manager', 'lead', 'director', 'officer', 'specialist', 'partner', 'analyst']
const ofEngineers = ['engineer', 'developer', 'architect']
const ofHeads = ['head of', 'director of', 'vp of', 'vp']

/** Short names that mean one role alone. */
const shortNames: Record<string, string> = {
  ceo: 'chief executive officer',
  cfo: 'chief financial officer',
  cio: 'chief information officer',
  ciso: 'chief information security officer',
  cmo: 'chief marketing officer',
  coo: 'chief operating officer',
  cro: 'chief revenue officer',
  cto: 'chief technology officer',
  sre: 'site reliability engineer',
}

/** Returns a role and its other names: ads for a "Compliance Officer" and a "Head of Compliance" seek a "Compliance Manager", too. */
export function namesOfRole(role: string): string[] {
  const name = role.toLowerCase()
  const full = shortNames[name] ?? name
  const short = Object.keys(shortNames).filter((one) => shortNames[one] === full)
  const others = new Set([full, ...short, ...othersOf(full)])
  others.delete(name)
  return [role, ...others]
}

function othersOf(name: string): string[] {
  const headed = /^(?:chief (.+) officer|(?:head|director|vp) of (.+))$/.exec(name)
  const field = headed?.[1] ?? headed?.[2]
  if (field !== undefined) return [...namesOfHead(field), `${field} director`, `chief ${field} officer`]
  const words = name.split(' ')
  const [last = ''] = words.splice(-1)
  const own = words.join(' ')
  if (own === '') return []
  if (ofEngineers.includes(last)) return ofEngineers.map((other) => `${own} ${other}`)
  return ofManagers.includes(last)
    ? [...ofManagers.map((other) => `${own} ${other}`), ...namesOfHead(own)]
    : []
}

function namesOfHead(field: string): string[] {
  return ofHeads.map((head) => `${head} ${field}`)
}
