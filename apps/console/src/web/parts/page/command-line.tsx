import type { ReactNode } from 'react'
import { showControls } from '../../text/show-controls.ts'
import { Icon } from '../controls/icon.tsx'
import { Copyable, CopyButton } from '../values/copyable.tsx'

/** A longer one would hide what is around it. */
const mostShown = 500

/** The command that does the same, to learn it and to copy it. */
export function CommandLine({ text }: { text: string }): ReactNode {
  return (
    <div className="command-line">
      <Icon name="terminal" />
      <span className="visually-hidden">The same on the command line:</span>
      {text.length > mostShown ? (
        <>
          <details>
            <summary>Show the command</summary>
            <code>{showControls(text)}</code>
          </details>
          <CopyButton text={text} label="the command" />
        </>
      ) : (
        <Copyable text={text} label="the command" />
      )}
    </div>
  )
}
