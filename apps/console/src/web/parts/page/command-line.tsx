import type { ReactNode } from 'react'
import { Icon } from '../controls/icon.tsx'
import { Copyable } from '../values/copyable.tsx'

/** The command that does the same, to learn it and to copy it. */
export function CommandLine({ text }: { text: string }): ReactNode {
  return (
    <div className="command-line">
      <Icon name="terminal" />
      <span className="visually-hidden">The same on the command line:</span>
      <Copyable text={text} label="the command" />
    </div>
  )
}
