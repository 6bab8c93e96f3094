import { scopes, sentKinds } from '@signalpost/domain'
import { describe, expect, test } from 'vitest'
import { routes } from '../routes/routes.ts'
import { describeApi } from './describe-api.ts'
import { scriptTags } from './reference/reference-routes.ts'
import { renderDocs } from './render-docs.ts'

const document = describeApi({ routes })

describe('renderDocs', () => {
  const html = renderDocs(document, { nonceMark: 'mark' })

  test('shows every operation, event, schema, scope and header', () => {
    for (const { method, path, operationId } of routes) {
      expect(html).toContain(`<h3 id="${operationId}"><code>${method.toUpperCase()} ${path}</code></h3>`)
    }
    for (const { type } of sentKinds()) expect(html).toContain(`<code>${type}</code></h3>`)
    for (const name of Object.keys(document.components?.schemas ?? {})) expect(html).toContain(`id="${name}"`)
    for (const scope of scopes) expect(html).toContain(`<code>${scope}</code>`)
    const writes = routes.filter(({ body }) => body !== undefined).length
    expect(html.split('<td><code>Idempotency-Key</code></td>').length - 1).toBe(writes + 1)
  })

  test('links to nothing that is not on it', () => {
    const anchors = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
    const links = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
    expect(links.length).toBeGreaterThan(routes.length)
    expect(links.filter((id) => !anchors.has(id))).toEqual([])
  })

  test('loads nothing and runs nothing but the scripts that replace it', () => {
    expect(html.split(scriptTags())).toHaveLength(2)
    expect(html.replace(scriptTags(), '')).not.toMatch(
      /<(script|link|img|iframe)|src=|javascript:|style=| on\w+=/i,
    )
    expect(html).not.toMatch(/href="https?:/)
  })

  test('takes what the description says for text', () => {
    const hostile = { ...document, info: { title: '<script>alert("1")</script>', version: '&' }, paths: {} }
    const page = renderDocs(hostile, { nonceMark: 'mark' })
    expect(page).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp;')
    expect(page.replace(scriptTags(), '')).not.toContain('<script')
  })
})
