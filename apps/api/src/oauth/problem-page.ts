import { createHash } from 'node:crypto'
import { pageStyle, renderPage } from '../links/link-page.ts'
import { text } from '../openapi/markup.ts'

const styleHash = createHash('sha256').update(pageStyle).digest('base64')

/** The headers of each answer of the authorization server. */
export const oauthHeaders = {
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** A request that cannot be sent back to the application, for the person who followed its link. */
export function renderProblem({ error, description }: { error: string; description: string }): string {
  return renderPage(
    'The application could not be connected',
    `<p>Go back to the application and connect it again.</p>
<p>The reason: ${text(description === '' ? error : description)} (<code>${text(error)}</code>).</p>`,
  )
}
