/** Other names of the people who lead or do what comes before "manager". */
const ofManagers = [
  ...['manager', 'lead', 'director', 'officer', 'specialist', 'partner', 'analyst'],
  ...['coordinator', 'administrator', 'consultant', 'engineer'],
]
const ranksOfEngineers = ['engineer', 'developer', 'architect']
const ofEngineers = [...ranksOfEngineers, 'lead', 'engineering manager', 'engineering lead']
const ofHeads = ['head of', 'director of', 'vp of', 'vp']

/** Fields of work that employers call by several names, one field a line. */
const fields = [
  ['information security', 'security', 'it security', 'cyber security', 'cybersecurity', 'infosec'],
  ['site reliability', 'devops', 'platform', 'infrastructure', 'cloud'],
  ['machine learning', 'ml', 'deep learning', 'ai'],
  ['business intelligence', 'bi'],
  ['quality assurance', 'qa', 'test automation'],
  ['user experience', 'ux'],
  ['information technology', 'it'],
  ['human resources', 'hr', 'people', 'people operations'],
  ['talent acquisition', 'recruiting', 'recruitment'],
  ['learning and development', 'training'],
  ['data protection', 'privacy'],
  ['customer support', 'customer service', 'customer care'],
  ['supply chain', 'logistics'],
  ['procurement', 'purchasing'],
  ['revenue operations', 'sales operations', 'revops'],
  ['public relations', 'pr'],
  ['facilities', 'facility'],
  ['ecommerce', 'e-commerce'],
]

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

/**
 * Returns the names of the field of an engineer, as ads list it without a rank: "Backend, DevOps, Design". The fields of others
 * are industries, too: "Security", "Logistics".
 */
export function fieldsOfRole(role: string): readonly string[] {
  const words = role.toLowerCase().split(' ')
  const [last = ''] = words.splice(-1)
  const own = words.join(' ')
  if (own === '' || !ranksOfEngineers.includes(last)) return []
  return namesOfField(own).flatMap((one) => [one, `${one} engineering`])
}

function othersOf(name: string): string[] {
  const headed = /^(?:chief (.+) officer|(?:head|director|vp) of (.+))$/.exec(name)
  const field = headed?.[1] ?? headed?.[2]
  if (field !== undefined) {
    return namesOfField(field).flatMap((one) => [
      ...namesOfHead(one),
      ...[`${one} director`, `chief ${one} officer`],
    ])
  }
  const words = name.split(' ')
  const [last = ''] = words.splice(-1)
  const own = words.join(' ')
  if (own === '') return []
  const isOfEngineers = ranksOfEngineers.includes(last)
  if (!isOfEngineers && !ofManagers.includes(last)) return []
  return namesOfField(own).flatMap((one) => [
    ...(isOfEngineers ? ofEngineers : ofManagers).map((other) => `${one} ${other}`),
    ...namesOfHead(isOfEngineers ? `${one} engineering` : one),
  ])
}

function namesOfField(field: string): readonly string[] {
  return fields.find((names) => names.includes(field)) ?? [field]
}

function namesOfHead(field: string): string[] {
  return ofHeads.map((head) => `${head} ${field}`)
}
