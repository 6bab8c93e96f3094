import type { ReactNode } from 'react'
import { CopyButton } from '../values/copyable.tsx'

/** A step without anything to paste is its text alone. */
type Step = string | { text: string; paste: string | null }

/** What to do at the service, step by step, with what to paste there. */
export function Guide({ steps }: { steps: readonly Step[] }): ReactNode {
  if (steps.length === 0) return null
  return (
    <ol className="kind-guide" aria-label="How to set it up">
      {steps
        .map((step) => (typeof step === 'string' ? { text: step, paste: null } : step))
        .map(({ text, paste }) => (
          <li key={text}>
            {text}
            {paste !== null && (
              <div className="guide-command">
                {paste.includes('\n') ? (
                  <details>
                    <summary>Show it</summary>
                    <pre className="body">{paste}</pre>
                  </details>
                ) : (
                  <code>{paste}</code>
                )}
                <CopyButton text={paste} label="what to paste" />
              </div>
            )}
          </li>
        ))}
    </ol>
  )
}
