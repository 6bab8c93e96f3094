import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

export type Certificates = {
  /** The authority's certificate, in PEM: what a client has to trust. */
  ca: string
  /** The server's certificate for localhost and 127.0.0.1, and its key, in PEM. */
  cert: string
  key: string
}

type Node = Buffer

const dayMs = 86_400_000
const ecdsaWithSha256 = sequence(oid('1.2.840.10045.4.3.2'))

/** A new certificate authority, valid for a day, and a certificate by it. The encoding is DER of RFC 5280. */
export function createCertificates(): Certificates {
  const authority = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const server = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const issuer = { name: 'Signalpost test authority', key: authority.privateKey }
  const basicConstraints = extension('2.5.29.19', sequence(tagged(0x01, Buffer.of(0xff))))
  const subjectAltName = extension(
    '2.5.29.17',
    sequence(tagged(0x82, Buffer.from('localhost')), tagged(0x87, Buffer.of(127, 0, 0, 1))),
  )
  return {
    ca: certify(
      { name: issuer.name, publicKey: authority.publicKey, extensions: [basicConstraints] },
      issuer,
    ),
    cert: certify({ name: 'localhost', publicKey: server.publicKey, extensions: [subjectAltName] }, issuer),
    key: createPrivateKey(server.privateKey.export({ type: 'pkcs8', format: 'pem' }))
      .export({ type: 'pkcs8', format: 'pem' })
      .toString(),
  }
}

type Subject = { name: string; publicKey: KeyObject; extensions: Node[] }

function certify({ name, publicKey, extensions }: Subject, issuer: { name: string; key: KeyObject }): string {
  const content = sequence(
    tagged(0xa0, tagged(0x02, Buffer.of(2))),
    tagged(0x02, Buffer.concat([Buffer.of(1), randomBytes(15)])),
    ecdsaWithSha256,
    commonName(issuer.name),
    sequence(time(Date.now() - dayMs), time(Date.now() + dayMs)),
    commonName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(...extensions)),
  )
  const signature = sign('sha256', content, issuer.key)
  const der = sequence(content, ecdsaWithSha256, tagged(0x03, Buffer.concat([Buffer.of(0), signature])))
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

function tagged(tag: number, content: Node): Node {
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.of(tag, ...size), content])
}

function sequence(...nodes: Node[]): Node {
  return tagged(0x30, Buffer.concat(nodes))
}

function commonName(name: string): Node {
  return sequence(tagged(0x31, sequence(oid('2.5.4.3'), tagged(0x0c, Buffer.from(name)))))
}

function extension(id: string, content: Node): Node {
  return sequence(oid(id), tagged(0x01, Buffer.of(0xff)), tagged(0x04, content))
}

function time(ms: number): Node {
  const digits = new Date(ms).toISOString().replaceAll(/\D/g, '')
  return tagged(0x17, Buffer.from(`${digits.slice(2, 14)}Z`))
}

function oid(id: string): Node {
  const [first = 0, second = 0, ...others] = id.split('.').map(Number)
  const bytes = [first * 40 + second]
  for (const part of others) {
    const groups = [part & 0x7f]
    for (let rest = part >> 7; rest > 0; rest >>= 7) groups.unshift((rest & 0x7f) | 0x80)
    bytes.push(...groups)
  }
  return tagged(0x06, Buffer.from(bytes))
}
