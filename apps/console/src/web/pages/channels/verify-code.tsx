import { type ReactNode, useState } from 'react'
import { Segments } from '../../parts/controls/segments.tsx'
import { CodeBlock } from '../../parts/guide/code-block.tsx'
import { verifyLanguages, verifySample } from './verify-samples.ts'

const choices = verifyLanguages.map((value) => ({ value, title: value }))

/** Code with which a receiver verifies requests. */
export function VerifyCode({ secret }: { secret: string | null }): ReactNode {
  const [language, setLanguage] = useState(verifyLanguages[0] as (typeof verifyLanguages)[number])
  return (
    <div className="stack">
      <p>
        {secret === null
          ? 'Put what follows whsec_ in the secret into the code. The raw body counts, byte for byte.'
          : 'This code has the secret filled in. The raw body counts, byte for byte.'}
      </p>
      <Segments label="Language" value={language} choices={choices} onChange={setLanguage} />
      <CodeBlock text={verifySample(language, secret ?? 'whsec_WHAT_FOLLOWS_whsec_')} label="the code" />
    </div>
  )
}
