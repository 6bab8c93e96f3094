import { createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isIPv4 } from 'node:net'

/** In PEM. */
export type Certificate = { certificate: string; key: string }

type Issuer = Certificate & { name: string }

/** Creates an authority to trust in one test only. */
export function createAuthority(name = 'Test authority'): Issuer {
  return { ...makeCertificate({ subject: name, isAuthority: true, names: [] }), name }
}

/**
 * Creates a certificate for host names and IPv4 addresses, self-signed unless an authority is given. `days` may be
 * negative.
 */
export function createCertificate({
  names,
  authority,
  days = 30,
}: {
  names: string[]
  authority?: Issuer
  days?: number
}): Certificate {
  return makeCertificate({
    subject: names[0] ?? 'nobody',
    isAuthority: false,
    names,
    issuer: authority,
    days,
  })
}

const oids = {
  ecdsaWithSha256: '06082a8648ce3d040302',
  commonName: '0603550403',
  basicConstraints: '0603551d13',
  subjectAltName: '0603551d11',
}

/** As much of RFC 5280 as TLS needs. */
function makeCertificate({
  subject,
  isAuthority,
  names,
  issuer,
  days = 30,
}: {
  subject: string
  isAuthority: boolean
  names: string[]
  issuer?: Issuer | undefined
  days?: number
}): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = sequence(Buffer.from(oids.ecdsaWithSha256, 'hex'))
  const extensions = [
    extension(oids.basicConstraints, sequence(isAuthority ? element(0x01, Buffer.from([0xff])) : empty)),
    ...(names.length > 0 ? [extension(oids.subjectAltName, sequence(...names.map(generalName)))] : []),
  ]
  const content = sequence(
    element(0xa0, element(0x02, Buffer.from([2]))),
    element(0x02, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    algorithm,
    distinguishedName(issuer?.name ?? subject),
    sequence(instant(Math.min(0, days) - 30), instant(days)),
    distinguishedName(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    element(0xa3, sequence(...extensions)),
  )
  const signature = sign('sha256', content, issuer === undefined ? privateKey : createPrivateKey(issuer.key))
  const der = sequence(content, algorithm, element(0x03, Buffer.concat([Buffer.from([0]), signature])))
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

const empty = Buffer.alloc(0)

function element(tag: number, content: Buffer): Buffer {
  const { length } = content
  const lengthBytes =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...lengthBytes]), content])
}

function sequence(...elements: Buffer[]): Buffer {
  return element(0x30, Buffer.concat(elements))
}

function distinguishedName(name: string): Buffer {
  const attribute = sequence(Buffer.from(oids.commonName, 'hex'), element(0x0c, Buffer.from(name)))
  return sequence(element(0x31, attribute))
}

function extension(oid: string, content: Buffer): Buffer {
  return sequence(Buffer.from(oid, 'hex'), element(0x04, content))
}

function generalName(name: string): Buffer {
  return isIPv4(name)
    ? element(0x87, Buffer.from(name.split('.').map(Number)))
    : element(0x82, Buffer.from(name))
}

function instant(daysFromNow: number): Buffer {
  const text = new Date(Date.now() + daysFromNow * 86_400_000).toISOString()
  return element(0x18, Buffer.from(`${text.replaceAll(/[-:T]/g, '').slice(0, 14)}Z`))
}
