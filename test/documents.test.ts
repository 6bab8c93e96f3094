import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, normalize } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type MarkdownDocument, readDocuments } from '@signalpost/testing'
import { expect, test } from 'vitest'
import { mostBytes } from './pictures/pictures.ts'

const root = join(import.meta.dirname, '..')
const documents = readDocuments()
// A changelog and decision records describe the past, so they may name files that are gone.
const current = documents.filter(({ path }) => path !== 'CHANGELOG.md' && !path.startsWith('docs/decisions/'))

// Run by readme.integration.test.ts, and by the command line's test of documented commands. Those of runbooks are run by
// the test of observability.
const runElsewhere = ['sh', 'js', 'python', 'go', 'ruby', 'php']
// Their steps are run by the drills in test/operations, which name each one that they leave out.
const drilled = ['backup-and-restore', 'failover', 'kubernetes'].map((name) => `docs/operating/${name}.md`)
// Words of the list that no other meaning excuses.
const mannered =
  /\b(?:told|whoever|nobody|somebody|for ever|for good|what became of|goes on|taken apart|anew)\b/gi
const shellCommand = /^(?:\.\/signalpost|npm|npx|export|apt-get|node|git|helm|kubectl) /

test.each(documents)('every relative link in $path resolves', (document) => {
  const broken = document.links.filter((link) => !/^[a-z]+:/.test(link) && !resolves(document, link))
  expect(broken).toEqual([])
})

test.each(current)('every file that $path names exists', ({ path, spans, blocks }) => {
  const inCommands = blocks.filter(({ language }) => language === '').flatMap(({ code }) => code.split(/\s+/))
  const paths = [...spans, ...inCommands].filter((text) =>
    /^(?:apps|packages|infra|test|docs)\/[\w./*-]+$/.test(text),
  )
  const files = spans.filter((span) => /^[a-z][\w-]*(?:\.[a-z]+)*\.(?:ts|mjs|sql)$/.test(span))
  const own = spans.filter((span) => /^src\/[\w./-]+$/.test(span))
  const missing = [
    ...own.filter((one) => !existsSync(join(root, packageOf(path), one))),
    ...paths.filter((one) => globSync(one, { cwd: root }).length === 0),
    ...files.filter((one) => findFile(one, path) === undefined),
  ]
  expect(missing).toEqual([])
})

test('every picture of the documents is there in light and dark, at most 150 kB each, and none is unused', () => {
  const shown = documents.flatMap(({ path, text }) =>
    [...text.matchAll(/(?:srcset|src)="([^"]+)"/g)].map(([, link = '']) => join(dirname(path), link)),
  )
  const there = globSync('docs/pictures/*', { cwd: root })
  expect(there.length).toBeGreaterThan(0)
  expect(shown.toSorted()).toEqual(there.toSorted())
  expect(
    there.filter((path) => /-light\./.test(path)).map((path) => path.replace('-light.', '-dark.')),
  ).toEqual(there.filter((path) => /-dark\./.test(path)))
  expect(there.filter((path) => statSync(join(root, path)).size > mostBytes)).toEqual([])
})

test.each(current)('every npm script that $path names exists', ({ text }) => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const named = [...text.matchAll(/\bnpm (?:run ([a-z]+)|(start|test))\b/g)].map(([, a, b]) => a ?? b ?? '')
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
})

test.each(documents)('every block of code in $path is checked by a test', ({ path, blocks }) => {
  const unchecked = blocks.filter((block) => !isChecked(path, block))
  expect(unchecked).toEqual([])
})

const modules = documents.flatMap(({ path, blocks }) =>
  blocks.filter(({ language }) => language === 'ts').map(({ code }) => ({ path, code })),
)

test.each(modules)('the TypeScript in $path loads: $code', async ({ code }) => {
  const [, file = ''] = /^\/\/ (\S+\.ts)\n/.exec(code) ?? []
  const exported: unknown[] = Object.values(await loadAs(join(root, file), code))
  expect(exported).toHaveLength(1)
  const [made] = exported as { data?: { parse: (value: unknown) => unknown }; example?: unknown }[]
  expect(made?.data?.parse(made.example)).toEqual(made?.example)
})

test('the tree in ARCHITECTURE.md shows files that exist', () => {
  const tree = documents.find(({ path }) => path === 'ARCHITECTURE.md')?.blocks[0]?.code ?? ''
  const parents: string[] = []
  const missing: string[] = []
  for (const [, indent = '', names = ''] of tree.matchAll(/^( *)([\w./-]+)(?: {2,}.*)?$/gm)) {
    // The lines that continue a comment are indented far beyond any name.
    if (indent.length > 8) continue
    parents.splice(indent.length / 2)
    const path = join(...parents, names)
    parents.push(names)
    if (!existsSync(join(root, path))) missing.push(path)
  }
  expect(parents).not.toEqual([])
  expect(missing).toEqual([])
})

const manual = current.filter(({ path }) => path !== 'docs/writing.md' && !path.endsWith('RESULTS.md'))

test.each(manual)('$path keeps to the word list of docs/writing.md', ({ text }) => {
  expect(text.match(mannered) ?? []).toEqual([])
})

test('README.md has at most 120 lines', () => {
  const readme = documents.find(({ path }) => path === 'README.md')?.text ?? ''
  expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(120)
})

test('every app and package has a README.md that names how to test it', () => {
  const manifests = globSync('{apps,packages,infra}/*/package.json', { cwd: root })
  const silent = manifests
    .map((manifest) => join(dirname(manifest), 'README.md'))
    .filter((path) => !documents.find((document) => document.path === path)?.text.includes('npm test -- '))
  expect(silent).toEqual([])
})

function resolves(document: MarkdownDocument, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? document.path : normalize(join(dirname(document.path), path))
  if (!existsSync(join(root, target))) return false
  if (anchor === undefined) return true
  return documents.some((other) => other.path === target && other.anchors.includes(anchor))
}

function isChecked(path: string, { language, code }: MarkdownDocument['blocks'][number]): boolean {
  if (path.startsWith('docs/runbooks/') && ['', 'sh', 'sql'].includes(language)) return true
  if (drilled.includes(path) && ['sh', 'sql', 'conf'].includes(language)) return true
  // Run by lesser-role.process.test.ts.
  if (path === 'docs/operating/security.md' && language === 'sql') return true
  if (runElsewhere.includes(language)) return ['README.md', 'docs/sending.md', 'docs/api.md'].includes(path)
  // No machine of the tests runs Docker or systemd, as the document says. What they start has tests of operations.
  if (path === 'docs/operating/install.md') return language === ''
  if (language === '') {
    return code
      .trim()
      .split('\n')
      .every((line) => line === '' || shellCommand.test(`${line} `))
  }
  if (language === 'mermaid') return /^(?:flowchart|sequenceDiagram)\b/.test(code)
  // The guides' own test writes it.
  if (path === 'docs/channels.md') return language === 'text'
  if (language === 'text') return path === 'ARCHITECTURE.md'
  return language === 'ts'
}

/** Returns the folder of the package that a document belongs to. */
function packageOf(path: string): string {
  const folder = dirname(path)
  return folder === '.' || existsSync(join(root, folder, 'package.json')) ? folder : packageOf(folder)
}

/** Finds a file of that name, at its path from the document or anywhere in the product. */
function findFile(file: string, documentPath: string): string | undefined {
  if (existsSync(join(root, dirname(documentPath), file))) return file
  return productFiles().find((path) => basename(path) === file)
}

let files: string[] | undefined
function productFiles(): string[] {
  files ??= globSync('{apps,packages,infra,test}/**/*', {
    cwd: root,
    exclude: (path) => path.endsWith('node_modules'),
  })
  return files
}

/** Loads the code as if it were that file, which need not exist. */
async function loadAs(file: string, code: string): Promise<Record<string, unknown>> {
  const scratch = mkdtempSync(join(tmpdir(), 'signalpost-documents-'))
  try {
    const absolute = code.replaceAll(/ from '([^']+)'/g, (_all, specifier: string) => {
      const target = specifier.startsWith('.')
        ? join(dirname(file), specifier)
        : createRequire(pathToFileURL(file)).resolve(specifier)
      return ` from '${target}'`
    })
    const path = join(scratch, basename(file))
    writeFileSync(path, absolute)
    return (await import(path)) as Record<string, unknown>
  } finally {
    rmSync(scratch, { recursive: true })
  }
}
