import type { ReactNode } from 'react'
import type { Fault } from '../../api/api-error.ts'
import { sentenceOf, wordsOfPath } from './faults.ts'

/** What was not accepted of a request, each in words. */
export function FaultList({ faults }: { faults: readonly Fault[] }): ReactNode {
  if (faults.length === 0) return null
  return (
    <ul>
      {faults.map(({ path, message }) => (
        <li key={`${path} ${message}`}>
          {[wordsOfPath(path), sentenceOf(message)].filter(Boolean).join(': ')}
        </li>
      ))}
    </ul>
  )
}
