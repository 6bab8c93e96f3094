import type { oas32 } from 'zod-openapi'
import { code, markedUp, table, text } from './markup.ts'
import { scriptTags } from './reference/reference-routes.ts'
import { type Named, renderOperation, renderParameters, titleOf } from './render-operation.ts'
import { renderMembers, typeOf } from './render-schema.ts'

const docsStyle = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 64rem; margin: 2rem auto; padding: 0 1rem; color: #1a1a1a; background: #fff }
h2 { margin-top: 3rem; border-bottom: 1px solid #ccc }
h3 { margin-top: 2.5rem; overflow-wrap: anywhere }
h4 { margin: 1.25rem 0 0.25rem }
code { font: 0.9em ui-monospace, monospace; overflow-wrap: anywhere }
pre { background: #f4f4f4; padding: 0.75rem 1rem; overflow: auto; max-height: 24rem; margin: 0.5rem 0 }
table { border-collapse: collapse; width: 100%; table-layout: auto }
table table { font-size: 0.95em }
th, td { text-align: left; vertical-align: top; padding: 0.25rem 0.75rem 0.25rem 0; border-top: 1px solid #ddd }
th { border-top: 0 }
td:first-child { white-space: nowrap }
summary { cursor: pointer; margin: 0.5rem 0 }
nav ul { columns: 22rem; padding-left: 1rem }
@media (prefers-color-scheme: dark) {
  body { color: #e6e6e6; background: #161616 }
  h2, th, td { border-color: #444 }
  pre { background: #222 }
  a { color: #8ab4f8 }
}
`

/**
 * Renders the interface description as one page that needs no script and no external resource. Where scripts run, they
 * replace what is marked as plain. `nonceMark` is where the nonce of a response goes.
 */
export function renderDocs(document: oas32.OpenAPIObject, { nonceMark }: { nonceMark: string }): string {
  const { info, tags = [], components = {} } = document
  const named = [
    ...operationsOf(document.paths),
    ...operationsOf(document.webhooks).map((one) => ({ ...one, method: undefined })),
  ]
  const ofTag = (tag: string): Named[] => named.filter(({ operation }) => operation.tags?.includes(tag))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(info.title)}</title>
<meta property="csp-nonce" content="${nonceMark}">
<style nonce="${nonceMark}" data-plain>${docsStyle}</style>
${scriptTags()}
</head>
<body>
<main data-plain>
<h1>${text(info.title)} ${text(info.version)}</h1>
<p>${markedUp(info.description ?? '')}</p>
<p><a href="/openapi.json">openapi.json</a></p>
<nav><ul>
${named.map((one) => `<li><a href="#${text(anchorOf(one))}">${code(titleOf(one))}</a></li>`).join('\n')}
</ul></nav>
<h2>Keys</h2>
${Object.values(components.securitySchemes ?? {})
  .map((scheme) => `<p>${markedUp(('description' in scheme && scheme.description) || '')}</p>`)
  .join('')}
${tags
  .map(
    ({ name, description = '' }) =>
      `<h2>${text(name)}</h2>\n<p>${markedUp(description)}</p>\n${ofTag(name)
        .map(
          (one) =>
            `<section>\n<h3 id="${text(anchorOf(one))}">${code(titleOf(one))}</h3>\n${renderOperation(one.operation, components)}</section>\n`,
        )
        .join('')}`,
  )
  .join('')}
<h2>Headers</h2>
<h4>Of requests and events</h4>
${renderParameters(Object.values(components.parameters ?? {}))}
<h4>Of answers</h4>
${table(Object.entries(components.headers ?? {}).map(headerRow))}
<h2>Schemas</h2>
${Object.entries(components.schemas ?? {})
  .map(([name, schema]) => `<h3 id="${text(name)}">${text(name)}</h3>\n${renderMembers(schema)}`)
  .join('\n')}
</main>
</body>
</html>
`
}

function operationsOf(paths: oas32.PathsObject = {}): Named[] {
  return Object.entries(paths).flatMap(([at, item]) => {
    const { get, post, patch }: oas32.PathItemObject = item
    return Object.entries({ get, post, patch }).flatMap(([method, operation]): Named[] =>
      operation === undefined ? [] : [{ at, method, operation }],
    )
  })
}

function anchorOf({ operation, at }: Named): string {
  return operation.operationId ?? at
}

function headerRow([name, header]: [string, oas32.HeaderObject | oas32.ReferenceObject]): string[] {
  if ('$ref' in header) return [code(name)]
  return [code(name), typeOf(header.schema), markedUp(header.description ?? '')]
}
