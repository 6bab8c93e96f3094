import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type MarkdownDocument = {
  /** Relative to the repository's root, such as `docs/api.md`. */
  path: string
  text: string
  /** The anchors of its headings, in GitHub's form. */
  anchors: string[]
  /** The targets of its links. */
  links: string[]
  /** Its fenced blocks; `language` is empty if none is given. */
  blocks: { language: string; code: string }[]
  /** Its texts in backticks, outside of blocks. */
  spans: string[]
}

const root = join(import.meta.dirname, '../../..')

/** Every Markdown document of the repository. */
export function readDocuments(): MarkdownDocument[] {
  const paths = globSync(['**/*.md', '.github/**/*.md'], {
    cwd: root,
    exclude: (path) => path.endsWith('node_modules') || path.endsWith('.signalpost'),
  })
  return paths.sort().map((path) => parseDocument(path, readFileSync(join(root, path), 'utf8')))
}

function parseDocument(path: string, text: string): MarkdownDocument {
  const fence = /^( *)```(\w*)\n([\s\S]*?)^ *```$/gm
  const blocks = [...text.matchAll(fence)].map(([, indent = '', language = '', code = '']) => ({
    language,
    code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }))
  const prose = text.replace(fence, '')
  const span = /`([^`\n]+)`/g
  return {
    path,
    text,
    blocks,
    anchors: findAnchors(prose),
    links: [...prose.replace(span, '').matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target),
    spans: [...prose.matchAll(span)].map(([, code = '']) => code),
  }
}

function findAnchors(prose: string): string[] {
  const seen = new Map<string, number>()
  return [...prose.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => {
    const slug = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-')
    const repeats = seen.get(slug) ?? 0
    seen.set(slug, repeats + 1)
    return repeats === 0 ? slug : `${slug}-${repeats}`
  })
}
