import type { ReactNode } from 'react'
import { Copyable } from '../../parts/values/copyable.tsx'

/** How each application is given the address, and which of them call from a network of their own. */
const applications: readonly {
  name: string
  how: string
  command?: (address: string) => string
  needsPublicAddress: boolean
}[] = [
  {
    name: 'Claude Code',
    how: 'Run, then choose Signalpost under /mcp:',
    command: (address) => `claude mcp add --transport http signalpost ${address}`,
    needsPublicAddress: false,
  },
  { name: 'Claude', how: 'Settings, Connectors, Add custom connector.', needsPublicAddress: true },
  {
    name: 'ChatGPT',
    how: 'Settings, Connectors, Advanced, Developer mode, Create.',
    needsPublicAddress: true,
  },
  {
    name: 'VS Code',
    how: 'Run:',
    command: (address) =>
      `code --add-mcp '${JSON.stringify({ name: 'signalpost', type: 'http', url: address })}'`,
    needsPublicAddress: false,
  },
  {
    name: 'Cursor',
    how: 'Put into ~/.cursor/mcp.json:',
    command: (address) => JSON.stringify({ mcpServers: { signalpost: { url: address } } }),
    needsPublicAddress: false,
  },
  {
    name: 'Codex',
    how: 'Run:',
    command: (address) => `codex mcp add signalpost --url ${address}`,
    needsPublicAddress: false,
  },
]

export function Connecting({
  address,
  missing,
}: {
  address: string | null
  missing: string | null
}): ReactNode {
  return (
    <section className="card stack">
      <h2>Connect an assistant</h2>
      {address === null ? (
        <p className="banner">Assistants cannot connect to this installation: {missing}.</p>
      ) : (
        <>
          <p>Give the application this address. It opens a page here, where you decide what it may do.</p>
          <Copyable text={address} label="the address for assistants" />
          <ul className="stack">
            {applications.map(({ name, how, command, needsPublicAddress }) => (
              <li key={name}>
                <strong>{name}</strong>: {how}{' '}
                {needsPublicAddress &&
                  'It calls from its own network, so the API needs a public https address.'}
                {command !== undefined && (
                  <Copyable text={command(address)} label={`the command for ${name}`} />
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
