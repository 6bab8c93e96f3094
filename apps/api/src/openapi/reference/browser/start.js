// Replaces the plain page with the reference, if that has loaded.
/** All languages that the reference knows but curl, JavaScript, Python, Go and Ruby. */
const hiddenClients = {
  ...{ c: true, clojure: true, csharp: true, dart: true, fsharp: true, http: true, java: true, julia: true },
  ...{ kotlin: true, node: true, objc: true, ocaml: true, php: true, powershell: true, r: true, rust: true },
  ...{ swift: true, shell: ['wget', 'httpie'], js: ['axios', 'ofetch', 'jquery', 'xhr'] },
  ...{ python: ['requests', 'httpx_sync', 'httpx_async', 'aiohttp'] },
}
/** Colours that contrast as WCAG 2.2 AA asks. */
const customCss = `
.light-mode { --scalar-color-2: #4a4a4a; --scalar-color-3: #636363; --scalar-color-accent: #0064b0;
  --scalar-color-green: #04704b; --scalar-color-blue: #00568f; --scalar-color-orange: #a83900; --scalar-color-yellow: #7a5d00;
  --scalar-color-red: #b80005; --scalar-color-purple: #5203d1 }
.dark-mode { --scalar-color-2: #c4c4c4; --scalar-color-3: #a6a6a6; --scalar-color-red: #ff7b7a; --scalar-color-purple: #c6adff }
`

if (window.Scalar) void start()

async function start() {
  const answer = await fetch('/openapi.json')
  const content = withoutOptionalExamples(await answer.json())
  const reference = document.createElement('div')
  reference.id = 'reference'
  document.body.append(reference)
  for (const plain of document.querySelectorAll('[data-plain]')) plain.remove()
  window.Scalar.createApiReference(reference, {
    content,
    // Requests go to this installation alone, and the key stays in the page.
    servers: [{ url: location.origin }],
    authentication: { preferredSecurityScheme: 'apiKey' },
    persistAuth: false,
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    hiddenClients,
    customCss,
    withDefaultFonts: false,
    telemetry: false,
    hideClientButton: true,
    agent: { disabled: true },
    mcp: { disabled: true },
    showDeveloperTools: 'never',
    documentDownloadType: 'none',
  })
}

/** The reference fills examples in, and a request with every filter at once finds nothing. */
function withoutOptionalExamples(document) {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  for (const { parameters = [] } of operations) {
    for (const parameter of parameters.filter(({ in: place, required }) => place === 'query' && !required)) {
      delete parameter.example
      delete parameter.examples
      delete parameter.schema?.example
      delete parameter.schema?.examples
    }
  }
  return document
}
