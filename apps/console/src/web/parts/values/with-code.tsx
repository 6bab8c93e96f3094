import type { ReactNode } from 'react'
import { Stranger } from './stranger.tsx'

/** A sentence of the server in which commands are between backticks, as code. */
export function WithCode({ text }: { text: string }): ReactNode {
  const parts = text.split('`')
  // An odd one out quotes nothing.
  if (parts.length % 2 === 0) return <Stranger text={text} />
  return parts.map((part, index) =>
    // The parts of a text keep their places.
    index % 2 === 1 ? <code key={index}>{part}</code> : <Stranger key={index} text={part} />,
  )
}
