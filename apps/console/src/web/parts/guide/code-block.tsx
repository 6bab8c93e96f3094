import type { ReactNode } from 'react'
import { CopyButton } from '../values/copyable.tsx'

/** Code to paste elsewhere. */
export function CodeBlock({ text, label }: { text: string; label: string }): ReactNode {
  return (
    <div className="guide-command">
      <pre className="body">{text}</pre>
      <CopyButton text={text} label={label} />
    </div>
  )
}
