import { invalidRequest } from '@signalpost/rest'

/** How a connection narrows what it is offered. */
export type ConnectionOptions = { readonly isReadOnly: boolean; readonly isResearch: boolean }

/** Reads the query of the endpoint. A typo must not widen what an assistant may do, so it is refused. */
export function readOptions(url: string | undefined): ConnectionOptions {
  const query = new URLSearchParams(url?.split('?', 2)[1] ?? '')
  const issues = [...query].flatMap(([name, value]) => {
    if (query.getAll(name).length > 1) return { path: name, message: 'expected once' }
    if (name === 'readonly') return value === '1' ? [] : { path: name, message: 'expected 1' }
    if (name === 'tools') return value === 'research' ? [] : { path: name, message: 'expected research' }
    return { path: '', message: 'expected no parameters but readonly and tools' }
  })
  if (issues.length > 0) throw invalidRequest(issues)
  return { isReadOnly: query.has('readonly'), isResearch: query.has('tools') }
}
