/** What a company calls itself: its name and the first part of its domain. */
export type OwnNames = { company: string; domain: string | undefined }

const leastLetters = 3

/** Whether a board or an account is the company's own, by its name: "acme-eu" is of Acme. */
export function isOwnName(name: string, { company, domain }: OwnNames): boolean {
  const said = squeeze(name)
  return [company, domain?.split('.')[0] ?? ''].map(squeeze).some((own) => {
    const [shorter, longer] = own.length < said.length ? [own, said] : [said, own]
    return shorter.length >= leastLetters && longer.includes(shorter)
  })
}

function squeeze(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}
